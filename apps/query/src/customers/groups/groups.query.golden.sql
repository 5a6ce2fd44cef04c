-- of all types with a key
SELECT toString(group_type) AS type,
  group_key AS account,
  toUnixTimestamp64Nano(min(first_seen)) AS first,
  toUnixTimestamp64Nano(max(last_seen)) AS last
FROM group_seen
WHERE project_number = {p1:UInt32}
  AND group_key = {p2:String}
GROUP BY type, account
ORDER BY type
LIMIT {p3:UInt64}
--   p1 = 7
--   p2 = "o'hara"
--   p3 = 11
