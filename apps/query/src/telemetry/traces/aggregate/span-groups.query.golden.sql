-- groups by columns
SELECT [key1, key2, key3] AS names,
  sipHash64(names) AS hash,
  sum(matching) AS records,
  count() OVER () AS group_total,
  sum(sum(matching)) OVER () AS record_total
FROM (SELECT leftUTF8(service_name, {p1:UInt32}) AS key1, leftUTF8(name, {p2:UInt32}) AS key2, multiIf(status_code >= {p3:UInt8} AND status_code <= {p4:UInt8}, {p5:String}, status_code >= {p6:UInt8} AND status_code <= {p7:UInt8}, {p8:String}, status_code >= {p9:UInt8} AND status_code <= {p10:UInt8}, {p11:String}, '') AS key3, count() AS matching
FROM spans
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND service_name = {p15:String}
  AND status_code = 2
  AND (hasToken(lower(name), {p16:String}) OR hasToken(lower(service_name), {p17:String}) OR hasToken(lower(status_message), {p18:String}) OR arrayExists(word -> (hasToken(lower(word), {p19:String})), mapValues(attributes)))
GROUP BY key1, key2, key3)
GROUP BY key1, key2, key3
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p20:UInt64}
--   p1 = 256
--   p2 = 256
--   p3 = 0
--   p4 = 0
--   p5 = "unset"
--   p6 = 1
--   p7 = 1
--   p8 = "ok"
--   p9 = 2
--   p10 = 2
--   p11 = "error"
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795200300000000000n"
--   p15 = "cart"
--   p16 = "timeout"
--   p17 = "timeout"
--   p18 = "timeout"
--   p19 = "timeout"
--   p20 = 50

-- groups by an attribute
SELECT [key1] AS names,
  sipHash64(names) AS hash,
  sum(matching) AS records,
  count() OVER () AS group_total,
  sum(sum(matching)) OVER () AS record_total
FROM (SELECT if(mapContains(attributes, {p1:String}), leftUTF8(attributes[{p2:String}], {p3:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p4:String}], {p5:UInt32}))))
FROM resources
WHERE project_number = {p6:UInt32}
  AND mapContains(attributes, {p7:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p8:String}], {p9:UInt32}))))
FROM resources
WHERE project_number = {p10:UInt32}
  AND mapContains(attributes, {p11:String})), 2), '')) AS key1, count() AS matching
FROM spans
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND service_name = {p15:String}
  AND status_code = 2
  AND (hasToken(lower(name), {p16:String}) OR hasToken(lower(service_name), {p17:String}) OR hasToken(lower(status_message), {p18:String}) OR arrayExists(word -> (hasToken(lower(word), {p19:String})), mapValues(attributes)))
GROUP BY key1)
GROUP BY key1
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p20:UInt64}
--   p1 = "http.route"
--   p2 = "http.route"
--   p3 = 256
--   p4 = "http.route"
--   p5 = 256
--   p6 = 7
--   p7 = "http.route"
--   p8 = "http.route"
--   p9 = 256
--   p10 = 7
--   p11 = "http.route"
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795200300000000000n"
--   p15 = "cart"
--   p16 = "timeout"
--   p17 = "timeout"
--   p18 = "timeout"
--   p19 = "timeout"
--   p20 = 50

-- figures of groups
SELECT indexOf({p1:Array(UInt64)}, sipHash64([if(mapContains(attributes, {p2:String}), leftUTF8(attributes[{p3:String}], {p4:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p5:String}], {p6:UInt32}))))
FROM resources
WHERE project_number = {p7:UInt32}
  AND mapContains(attributes, {p8:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p9:String}], {p10:UInt32}))))
FROM resources
WHERE project_number = {p11:UInt32}
  AND mapContains(attributes, {p12:String})), 2), ''))])) AS position,
  count() AS spans,
  countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95, 0.99)(duration_ns) AS percentiles,
  avg(duration_ns) AS average,
  max(duration_ns) AS longest,
  sumMap([roundDown(duration_ns, {p13:Array(UInt64)})], [toUInt64(1)]) AS histogram
FROM spans
WHERE project_number = {p14:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND service_name = {p17:String}
  AND status_code = 2
  AND (hasToken(lower(name), {p18:String}) OR hasToken(lower(service_name), {p19:String}) OR hasToken(lower(status_message), {p20:String}) OR arrayExists(word -> (hasToken(lower(word), {p21:String})), mapValues(attributes)))
GROUP BY position
--   p1 = ["18446744073709551615n","2n"]
--   p2 = "http.route"
--   p3 = "http.route"
--   p4 = 256
--   p5 = "http.route"
--   p6 = 256
--   p7 = 7
--   p8 = "http.route"
--   p9 = "http.route"
--   p10 = 256
--   p11 = 7
--   p12 = "http.route"
--   p13 = ["0n","1000n","2000n","5000n","10000n","20000n","50000n","100000n","200000n","500000n","1000000n","2000000n","5000000n","10000000n","20000000n","50000000n","100000000n","200000000n","500000000n","1000000000n","2000000000n","5000000000n","10000000000n","20000000000n","50000000000n","100000000000n","200000000000n","500000000000n","1000000000000n","2000000000000n","5000000000000n","10000000000000n"]
--   p14 = 7
--   p15 = "1795200000000000000n"
--   p16 = "1795200300000000000n"
--   p17 = "cart"
--   p18 = "timeout"
--   p19 = "timeout"
--   p20 = "timeout"
--   p21 = "timeout"

-- figures of all spans
SELECT toUInt64(1) AS position,
  count() AS spans,
  countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95, 0.99)(duration_ns) AS percentiles,
  avg(duration_ns) AS average,
  max(duration_ns) AS longest,
  sumMap([roundDown(duration_ns, {p1:Array(UInt64)})], [toUInt64(1)]) AS histogram
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND service_name = {p5:String}
  AND status_code = 2
  AND (hasToken(lower(name), {p6:String}) OR hasToken(lower(service_name), {p7:String}) OR hasToken(lower(status_message), {p8:String}) OR arrayExists(word -> (hasToken(lower(word), {p9:String})), mapValues(attributes)))
GROUP BY position
--   p1 = ["0n","1000n","2000n","5000n","10000n","20000n","50000n","100000n","200000n","500000n","1000000n","2000000n","5000000n","10000000n","20000000n","50000000n","100000000n","200000000n","500000000n","1000000000n","2000000000n","5000000000n","10000000000n","20000000000n","50000000000n","100000000000n","200000000000n","500000000000n","1000000000000n","2000000000000n","5000000000000n","10000000000000n"]
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795200300000000000n"
--   p5 = "cart"
--   p6 = "timeout"
--   p7 = "timeout"
--   p8 = "timeout"
--   p9 = "timeout"

-- groups over time
SELECT indexOf({p1:Array(UInt64)}, sipHash64([leftUTF8(service_name, {p2:UInt32})])) AS position,
  intDiv(toUnixTimestamp64Nano(timestamp), {p3:Int64}) * {p4:Int64} AS bucket,
  count() AS spans,
  countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95, 0.99)(duration_ns) AS percentiles
FROM spans
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND service_name = {p8:String}
  AND status_code = 2
  AND (hasToken(lower(name), {p9:String}) OR hasToken(lower(service_name), {p10:String}) OR hasToken(lower(status_message), {p11:String}) OR arrayExists(word -> (hasToken(lower(word), {p12:String})), mapValues(attributes)))
GROUP BY position, bucket
--   p1 = ["18446744073709551615n","2n"]
--   p2 = 256
--   p3 = "60000000000n"
--   p4 = "60000000000n"
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795200300000000000n"
--   p8 = "cart"
--   p9 = "timeout"
--   p10 = "timeout"
--   p11 = "timeout"
--   p12 = "timeout"

-- all spans over time
SELECT toUInt64(1) AS position,
  intDiv(toUnixTimestamp64Nano(timestamp), {p1:Int64}) * {p2:Int64} AS bucket,
  count() AS spans,
  countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95, 0.99)(duration_ns) AS percentiles
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND service_name = {p6:String}
  AND status_code = 2
  AND (hasToken(lower(name), {p7:String}) OR hasToken(lower(service_name), {p8:String}) OR hasToken(lower(status_message), {p9:String}) OR arrayExists(word -> (hasToken(lower(word), {p10:String})), mapValues(attributes)))
GROUP BY position, bucket
--   p1 = "60000000000n"
--   p2 = "60000000000n"
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = "cart"
--   p7 = "timeout"
--   p8 = "timeout"
--   p9 = "timeout"
--   p10 = "timeout"
