-- Checks every guard, then runs every command; all or nothing, since a script is not interrupted.
-- ARGV[1]: JSON list of guards {name, kind, key, value}; ARGV[2]: JSON list of commands.
-- Answers {"", ""} when written, else {name of the first guard that failed, what was found}.
for _, guard in ipairs(cjson.decode(ARGV[1])) do
  local name, kind, key, value = guard[1], guard[2], guard[3], guard[4]
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
  else
    return redis.error_reply("unknown guard " .. tostring(kind))
  end
end
for _, command in ipairs(cjson.decode(ARGV[2])) do
  redis.call(unpack(command))
end
return {"", ""}
