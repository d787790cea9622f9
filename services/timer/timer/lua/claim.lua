-- Claims what is due: moves it ahead by the lease of its attempt, so that one replica alone asks
-- its owner and another asks again if that one dies. What was armed too early is armed anew.
-- KEYS sets, wheel; ARGV now_ms, limit, then the leases in ms (the last one repeats).
-- Returns {score of the next ('' none), owner, sequence, attempt, text, owner, ...}.
local now = tonumber(ARGV[1])
local leases = #ARGV - 2
local answer = { '' }
local due = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, tonumber(ARGV[2]))
if #due > 0 then
  local held = redis.call('HMGET', KEYS[1], unpack(due))
  local sets, scores, gone = {}, {}, {}
  for i, owner in ipairs(due) do
    if not held[i] then
      gone[#gone + 1] = owner
    else
      local sequence, attempt, fire, text =
        string.match(held[i], '^(%d+) (%d+) (%d+) (.*)$')
      if tonumber(fire) > now then
        scores[#scores + 1] = fire
      else
        attempt = tonumber(attempt) + 1
        scores[#scores + 1] = now + tonumber(ARGV[2 + math.min(attempt, leases)])
        sets[#sets + 1] = owner
        sets[#sets + 1] = string.format('%s %d %s %s', sequence, attempt, fire, text)
        answer[#answer + 1] = owner
        answer[#answer + 1] = sequence
        answer[#answer + 1] = attempt
        answer[#answer + 1] = text
      end
      scores[#scores + 1] = owner
    end
  end
  if #scores > 0 then
    redis.call('ZADD', KEYS[2], unpack(scores))
  end
  if #sets > 0 then
    redis.call('HSET', KEYS[1], unpack(sets))
  end
  if #gone > 0 then
    redis.call('ZREM', KEYS[2], unpack(gone))
  end
end
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
if #first > 0 then
  answer[1] = first[2]
end
return answer
