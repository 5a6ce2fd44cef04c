-- a word
SELECT metric_name AS name, argMax(service_name, last_seen) AS service, toUnixTimestamp(max(last_seen)) AS latest
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))
  AND (hasToken(lower(metric_name), {p3:String}) OR hasToken(lower(description), {p4:String}))
GROUP BY metric_name
ORDER BY latest DESC, name
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "latency"
--   p4 = "latency"
--   p5 = 21

-- fields and labels
SELECT metric_name AS name, argMax(service_name, last_seen) AS service, toUnixTimestamp(max(last_seen)) AS latest
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))
  AND service_name = {p3:String}
  AND startsWith(metric_name, {p4:String}) AND type = {p5:UInt8} AND (attributes[{p6:String}] = {p7:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p8:UInt32}
  AND attributes[{p9:String}] = {p10:String}))
GROUP BY metric_name
ORDER BY latest DESC, name
LIMIT {p11:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "cart"
--   p4 = "http."
--   p5 = 3
--   p6 = "region"
--   p7 = "eu"
--   p8 = 7
--   p9 = "region"
--   p10 = "eu"
--   p11 = 21
