-- Checks every guard, then runs every command; all or nothing, since a script is not interrupted.
-- ARGV[1]: JSON list of guards {name, kind, key, value, field}; ARGV[2]: JSON list of commands.
-- Answers {"", ""} when written, else {name of the first guard that failed, what was found}.
-- Guards: `cas` (the room's), `absent`, `fewer` (members of a set), `value` (of a key; empty:
-- none), `field` (of a hash), `since` (a token made at `value` is not older than the key says).
for _, guard in ipairs(cjson.decode(ARGV[1])) do
  local name, kind, key, value, field = guard[1], guard[2], guard[3], guard[4], guard[5]
  if kind == "cas" then
    local found = redis.call("HGET", key, "cas") or ""
    if found ~= value then
      return {name, found}
    end
  elseif kind == "absent" then
    if redis.call("EXISTS", key) == 1 then
      return {name, redis.call("GET", key) or ""}
    end
  elseif kind == "fewer" then
    local count = redis.call("SCARD", key)
    if count >= tonumber(value) then
      return {name, key}
    end
  elseif kind == "value" then
    local found = redis.call("GET", key) or ""
    if found ~= value then
      return {name, found}
    end
  elseif kind == "field" then
    local found = redis.call("HGET", key, field) or ""
    if found ~= value then
      return {name, found}
    end
  elseif kind == "since" then
    local found = redis.call("GET", key)
    if found and tonumber(value) < tonumber(found) then
      return {name, found}
    end
  else
    return redis.error_reply("unknown guard " .. tostring(kind))
  end
end

local function keep_best(key, field, value, better)
  local found = redis.call("HGET", key, field)
  if not found or better(value, tonumber(found)) then
    redis.call("HSET", key, field, value)
  end
end

local function more(a, b) return a > b end
local function less(a, b) return a < b end

-- Commands that look at what stands: {"@most" | "@least", key, field, number} keeps the better one;
-- {"@streak", key, field, best field, "1" | "0"} counts what came in a row.
local own = {}
own["@most"] = function(key, field, value) keep_best(key, field, tonumber(value), more) end
own["@least"] = function(key, field, value) keep_best(key, field, tonumber(value), less) end
own["@streak"] = function(key, field, best, won)
  if won == "1" then
    keep_best(key, best, redis.call("HINCRBY", key, field, 1), more)
  else
    redis.call("HSET", key, field, 0)
  end
end

for _, command in ipairs(cjson.decode(ARGV[2])) do
  local run = own[command[1]]
  if run then
    run(unpack(command, 2))
  else
    redis.call(unpack(command))
  end
end
return {"", ""}
