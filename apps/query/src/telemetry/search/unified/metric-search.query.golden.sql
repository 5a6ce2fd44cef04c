-- a word
SELECT name,
  service,
  latest
FROM (SELECT metric_name AS name, argMax(service_name, last_seen) AS service
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))
  AND (hasToken(lower(metric_name), {p3:String}) OR hasToken(lower(description), {p4:String}))
GROUP BY metric_name) AS matching
INNER JOIN (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p5:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p6:Int64})) AS seen USING (name)
ORDER BY latest DESC, name
LIMIT {p7:UInt64}
--   p1 = 7
--   p2 = "1795110000000000000n"
--   p3 = "latency"
--   p4 = "latency"
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = 21

-- fields and labels
SELECT name,
  service,
  latest
FROM (SELECT metric_name AS name, argMax(service_name, last_seen) AS service
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))
  AND service_name = {p3:String}
  AND startsWith(metric_name, {p4:String}) AND type = {p5:UInt8} AND (attributes[{p6:String}] = {p7:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p8:UInt32}
  AND attributes[{p9:String}] = {p10:String}))
GROUP BY metric_name) AS matching
INNER JOIN (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p11:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p12:Int64})) AS seen USING (name)
ORDER BY latest DESC, name
LIMIT {p13:UInt64}
--   p1 = 7
--   p2 = "1795110000000000000n"
--   p3 = "cart"
--   p4 = "http."
--   p5 = 3
--   p6 = "region"
--   p7 = "eu"
--   p8 = 7
--   p9 = "region"
--   p10 = "eu"
--   p11 = 7
--   p12 = "1795200000000000000n"
--   p13 = 21
