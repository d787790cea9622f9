-- One second of one replica: says that it lives, which services answered, and reads what the
-- others know. A service that was silent for longer than `gap_ms` gets that gap on its list.
-- KEYS epoch, replicas, alive, then a list of gaps per service;
-- ARGV replica, now_ms, dead_after_ms, gap_ms, gaps kept, then by three per service:
-- name, answered ('1' or '0'), last_ms that this replica remembers.
-- Returns {epoch ('' none), {replicas found dead}, last_ms, {gap, ...}, last_ms, {gap, ...}, ...}.
local replica, now = ARGV[1], tonumber(ARGV[2])
redis.call('HSET', KEYS[2], replica, ARGV[2])
local dead = {}
local replicas = redis.call('HGETALL', KEYS[2])
for i = 1, #replicas, 2 do
  if now - tonumber(replicas[i + 1]) > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[2], replicas[i])
    dead[#dead + 1] = replicas[i]
  end
end
local answer = { redis.call('GET', KEYS[1]) or '', dead }
for i = 6, #ARGV, 3 do
  local name, gaps = ARGV[i], KEYS[4 + (i - 6) / 3]
  local last = math.max(
    tonumber(redis.call('HGET', KEYS[3], name) or '0'), tonumber(ARGV[i + 2]))
  if ARGV[i + 1] == '1' and now > last then
    if now - last > tonumber(ARGV[4]) then
      redis.call('RPUSH', gaps, string.format('%.0f %.0f', last, now))
      redis.call('LTRIM', gaps, -tonumber(ARGV[5]), -1)
    end
    last = now
  end
  redis.call('HSET', KEYS[3], name, string.format('%.0f', last))
  answer[#answer + 1] = string.format('%.0f', last)
  answer[#answer + 1] = redis.call('LRANGE', gaps, 0, -1)
end
return answer
