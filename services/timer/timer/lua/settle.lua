-- Replaces a claimed set by what is left of it, unless a newer one was taken meanwhile.
-- KEYS sets, wheel; ARGV by five: owner, sequence claimed, fire_ms ('' nothing left), text, attempts.
-- Returns how many were still the ones claimed.
local settled = 0
for i = 1, #ARGV, 5 do
  local owner, sequence, fire = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local held = redis.call('HGET', KEYS[1], owner)
  if held and string.match(held, '^%d+') == sequence then
    settled = settled + 1
    if fire == '' then
      redis.call('HDEL', KEYS[1], owner)
      redis.call('ZREM', KEYS[2], owner)
    else
      redis.call('HSET', KEYS[1], owner,
        sequence .. ' ' .. ARGV[i + 4] .. ' ' .. fire .. ' ' .. ARGV[i + 3])
      redis.call('ZADD', KEYS[2], fire, owner)
    end
  end
end
return settled
