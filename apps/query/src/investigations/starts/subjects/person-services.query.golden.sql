-- services of a person
SELECT toString(service_name) AS service,
  countIf(status_code = 2) AS errors
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND distinct_id IN (SELECT canonical AS linked_id FROM (SELECT arrayJoin({p4:Array(String)}) AS canonical)
UNION ALL
SELECT linked_id FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p5:UInt32}
  AND canonical_distinct_id != distinct_id) WHERE canonical_id IN (SELECT arrayJoin({p6:Array(String)}) AS canonical))
  AND kind IN (2, 5)
  AND service_name != ''
GROUP BY service
ORDER BY errors DESC, count() DESC, service
LIMIT {p7:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = ["ann"]
--   p5 = 7
--   p6 = ["ann"]
--   p7 = 20
