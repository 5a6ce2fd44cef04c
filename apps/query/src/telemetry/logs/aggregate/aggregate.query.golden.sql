-- by columns
SELECT leftUTF8(service_name, {p1:UInt32}) AS key1,
  multiIf(severity_number >= {p2:UInt8} AND severity_number <= {p3:UInt8}, {p4:String}, severity_number >= {p5:UInt8} AND severity_number <= {p6:UInt8}, {p7:String}, severity_number >= {p8:UInt8} AND severity_number <= {p9:UInt8}, {p10:String}, severity_number >= {p11:UInt8} AND severity_number <= {p12:UInt8}, {p13:String}, severity_number >= {p14:UInt8} AND severity_number <= {p15:UInt8}, {p16:String}, severity_number >= {p17:UInt8} AND severity_number <= {p18:UInt8}, {p19:String}, '') AS key2,
  if(trace_id = toFixedString(unhex({p20:String}), 16), '', lower(hex(trace_id))) AS key3,
  [key1, key2, key3] AS names,
  sipHash64(names) AS hash,
  count() AS records,
  count() OVER () AS group_total,
  sum(count()) OVER () AS record_total
FROM logs
WHERE project_number = {p21:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p22:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p23:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p24:Int64}) AND timestamp < fromUnixTimestamp64Nano({p25:Int64})
  AND (severity_number BETWEEN {p26:UInt8} AND {p27:UInt8})
GROUP BY key1, key2, key3
ORDER BY records DESC, names
LIMIT {p28:UInt64}
--   p1 = 256
--   p2 = 1
--   p3 = 4
--   p4 = "trace"
--   p5 = 5
--   p6 = 8
--   p7 = "debug"
--   p8 = 9
--   p9 = 12
--   p10 = "info"
--   p11 = 13
--   p12 = 16
--   p13 = "warn"
--   p14 = 17
--   p15 = 20
--   p16 = "error"
--   p17 = 21
--   p18 = 24
--   p19 = "fatal"
--   p20 = "00000000000000000000000000000000"
--   p21 = 7
--   p22 = "1795200000000000000n"
--   p23 = "1795200299999999999n"
--   p24 = "1795200000000000000n"
--   p25 = "1795200300000000000n"
--   p26 = 17
--   p27 = 20
--   p28 = 50

-- by an attribute
SELECT if(mapContains(attributes, {p1:String}), leftUTF8(attributes[{p2:String}], {p3:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p4:String}], {p5:UInt32}))))
FROM resources
WHERE project_number = {p6:UInt32}
  AND mapContains(attributes, {p7:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p8:String}], {p9:UInt32}))))
FROM resources
WHERE project_number = {p10:UInt32}
  AND mapContains(attributes, {p11:String})), 2), '')) AS key1,
  [key1] AS names,
  sipHash64(names) AS hash,
  count() AS records,
  count() OVER () AS group_total,
  sum(count()) OVER () AS record_total
FROM logs
WHERE project_number = {p12:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p13:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p14:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND (severity_number BETWEEN {p17:UInt8} AND {p18:UInt8})
GROUP BY key1
ORDER BY records DESC, names
LIMIT {p19:UInt64}
--   p1 = "http.method"
--   p2 = "http.method"
--   p3 = 256
--   p4 = "http.method"
--   p5 = 256
--   p6 = 7
--   p7 = "http.method"
--   p8 = "http.method"
--   p9 = 256
--   p10 = 7
--   p11 = "http.method"
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795200299999999999n"
--   p15 = "1795200000000000000n"
--   p16 = "1795200300000000000n"
--   p17 = 17
--   p18 = 20
--   p19 = 50

-- by attributes of one place
SELECT leftUTF8(attributes[{p1:String}], {p2:UInt32}) AS key1,
  transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p3:String}], {p4:UInt32}))))
FROM resources
WHERE project_number = {p5:UInt32}
  AND mapContains(attributes, {p6:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p7:String}], {p8:UInt32}))))
FROM resources
WHERE project_number = {p9:UInt32}
  AND mapContains(attributes, {p10:String})), 2), '') AS key2,
  toString(severity_number) AS key3,
  [key1, key2, key3] AS names,
  sipHash64(names) AS hash,
  count() AS records,
  count() OVER () AS group_total,
  sum(count()) OVER () AS record_total
FROM logs
WHERE project_number = {p11:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p12:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p13:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND (severity_number BETWEEN {p16:UInt8} AND {p17:UInt8})
GROUP BY key1, key2, key3
ORDER BY records DESC, names
LIMIT {p18:UInt64}
--   p1 = "a"
--   p2 = 256
--   p3 = "b"
--   p4 = 256
--   p5 = 7
--   p6 = "b"
--   p7 = "b"
--   p8 = 256
--   p9 = 7
--   p10 = "b"
--   p11 = 7
--   p12 = "1795200000000000000n"
--   p13 = "1795200299999999999n"
--   p14 = "1795200000000000000n"
--   p15 = "1795200300000000000n"
--   p16 = 17
--   p17 = 20
--   p18 = 50

-- over time
SELECT indexOf({p1:Array(UInt64)}, sipHash64([leftUTF8(service_name, {p2:UInt32})])) AS position,
  intDiv(toUnixTimestamp64Nano(timestamp), {p3:Int64}) * {p4:Int64} AS bucket,
  count() AS records
FROM logs
WHERE project_number = {p5:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p6:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p7:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND (severity_number BETWEEN {p10:UInt8} AND {p11:UInt8})
GROUP BY position, bucket
ORDER BY position, bucket
--   p1 = ["18446744073709551615n","2n"]
--   p2 = 256
--   p3 = "60000000000n"
--   p4 = "60000000000n"
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795200299999999999n"
--   p8 = "1795200000000000000n"
--   p9 = "1795200300000000000n"
--   p10 = 17
--   p11 = 20
