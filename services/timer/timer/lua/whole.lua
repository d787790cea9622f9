-- The end of a sweep: the wheel is whole, unless Redis lost the mark that the sweep began with.
-- KEYS mark, epoch; ARGV a fresh epoch. Returns the present epoch, '' where the sweep is in vain.
if redis.call('DEL', KEYS[1]) == 0 then
  return ''
end
redis.call('SET', KEYS[2], ARGV[1], 'NX')
return redis.call('GET', KEYS[2])
