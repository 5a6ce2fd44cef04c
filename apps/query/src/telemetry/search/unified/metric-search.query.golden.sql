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
  AND startsWith(metric_name, {p4:String}) AND type = {p5:UInt8} AND (has(mapValues(attributes), {p6:String}) OR (SELECT count()
FROM resources
WHERE project_number = {p7:UInt32}
  AND attributes[{p8:String}] = {p9:String}) > 0) AND (attributes[{p10:String}] = {p11:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p12:UInt32}
  AND attributes[{p13:String}] = {p14:String}))
GROUP BY metric_name) AS matching
INNER JOIN (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p15:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p16:Int64})) AS seen USING (name)
ORDER BY latest DESC, name
LIMIT {p17:UInt64}
--   p1 = 7
--   p2 = "1795110000000000000n"
--   p3 = "cart"
--   p4 = "http."
--   p5 = 3
--   p6 = "eu"
--   p7 = 7
--   p8 = "region"
--   p9 = "eu"
--   p10 = "region"
--   p11 = "eu"
--   p12 = 7
--   p13 = "region"
--   p14 = "eu"
--   p15 = 7
--   p16 = "1795200000000000000n"
--   p17 = 21
