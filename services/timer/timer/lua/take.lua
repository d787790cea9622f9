-- Takes each owner's set where its sequence is newer than the one held, and arms what falls due
-- earlier than is armed. What falls due later stays armed too early: the claim finds that out.
-- KEYS sets, wheel; ARGV by four: owner, sequence, fire_ms ('' where the set is empty), text.
-- Every owner at most once. Returns how many sets were newer.
local owners = {}
for i = 1, #ARGV, 4 do
  owners[#owners + 1] = ARGV[i]
end
local held = redis.call('HMGET', KEYS[1], unpack(owners))
local sets, scores, empty = {}, {}, {}
for i, owner in ipairs(owners) do
  local sequence, fire, text = ARGV[4 * i - 2], ARGV[4 * i - 1], ARGV[4 * i]
  if not held[i] or tonumber(string.match(held[i], '^%d+')) < tonumber(sequence) then
    if fire == '' then
      empty[#empty + 1] = owner
    else
      sets[#sets + 1] = owner
      sets[#sets + 1] = sequence .. ' 0 ' .. fire .. ' ' .. text
      scores[#scores + 1] = fire
      scores[#scores + 1] = owner
    end
  end
end
if #sets > 0 then
  redis.call('HSET', KEYS[1], unpack(sets))
  redis.call('ZADD', KEYS[2], 'LT', unpack(scores))
end
if #empty > 0 then
  redis.call('HDEL', KEYS[1], unpack(empty))
  redis.call('ZREM', KEYS[2], unpack(empty))
end
return #sets / 2 + #empty
