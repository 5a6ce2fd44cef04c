-- by columns
SELECT [key1, key2, key3] AS names,
  sipHash64(names) AS hash,
  sum(matching) AS records,
  count() OVER () AS group_total,
  sum(sum(matching)) OVER () AS record_total
FROM (SELECT leftUTF8(service_name, {p1:UInt32}) AS key1, multiIf(severity_number >= {p2:UInt8} AND severity_number <= {p3:UInt8}, {p4:String}, severity_number >= {p5:UInt8} AND severity_number <= {p6:UInt8}, {p7:String}, severity_number >= {p8:UInt8} AND severity_number <= {p9:UInt8}, {p10:String}, severity_number >= {p11:UInt8} AND severity_number <= {p12:UInt8}, {p13:String}, severity_number >= {p14:UInt8} AND severity_number <= {p15:UInt8}, {p16:String}, severity_number >= {p17:UInt8} AND severity_number <= {p18:UInt8}, {p19:String}, '') AS key2, if(trace_id = toFixedString(unhex({p20:String}), 16), '', lower(hex(trace_id))) AS key3, count() AS matching
FROM logs
WHERE project_number = {p21:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64})
  AND ((is_error = {p24:UInt8} AND severity_number BETWEEN {p25:UInt8} AND {p26:UInt8}))
GROUP BY key1, key2, key3)
GROUP BY key1, key2, key3
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p27:UInt64}
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
--   p23 = "1795200300000000000n"
--   p24 = 1
--   p25 = 17
--   p26 = 20
--   p27 = 50

-- by columns that minutes have
SELECT [key1, key2, key3] AS names,
  sipHash64(names) AS hash,
  sum(matching) AS records,
  count() OVER () AS group_total,
  sum(sum(matching)) OVER () AS record_total
FROM (SELECT leftUTF8(service_name, {p1:UInt32}) AS key1, leftUTF8(environment, {p2:UInt32}) AS key2, multiIf(severity_number >= {p3:UInt8} AND severity_number <= {p4:UInt8}, {p5:String}, severity_number >= {p6:UInt8} AND severity_number <= {p7:UInt8}, {p8:String}, severity_number >= {p9:UInt8} AND severity_number <= {p10:UInt8}, {p11:String}, severity_number >= {p12:UInt8} AND severity_number <= {p13:UInt8}, {p14:String}, severity_number >= {p15:UInt8} AND severity_number <= {p16:UInt8}, {p17:String}, severity_number >= {p18:UInt8} AND severity_number <= {p19:UInt8}, {p20:String}, '') AS key3, count() AS matching
FROM logs
WHERE project_number = {p21:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64})
  AND ((is_error = {p24:UInt8} AND severity_number BETWEEN {p25:UInt8} AND {p26:UInt8}))
GROUP BY key1, key2, key3
UNION ALL
SELECT leftUTF8(service_name, {p27:UInt32}) AS key1, leftUTF8(environment, {p28:UInt32}) AS key2, multiIf(severity_number >= {p29:UInt8} AND severity_number <= {p30:UInt8}, {p31:String}, severity_number >= {p32:UInt8} AND severity_number <= {p33:UInt8}, {p34:String}, severity_number >= {p35:UInt8} AND severity_number <= {p36:UInt8}, {p37:String}, severity_number >= {p38:UInt8} AND severity_number <= {p39:UInt8}, {p40:String}, severity_number >= {p41:UInt8} AND severity_number <= {p42:UInt8}, {p43:String}, severity_number >= {p44:UInt8} AND severity_number <= {p45:UInt8}, {p46:String}, '') AS key3, count() AS matching
FROM logs
WHERE project_number = {p47:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p48:Int64}) AND timestamp < fromUnixTimestamp64Nano({p49:Int64})
  AND ((is_error = {p50:UInt8} AND severity_number BETWEEN {p51:UInt8} AND {p52:UInt8}))
GROUP BY key1, key2, key3
UNION ALL
SELECT leftUTF8(service_name, {p53:UInt32}) AS key1, leftUTF8(environment, {p54:UInt32}) AS key2, multiIf(severity_number >= {p55:UInt8} AND severity_number <= {p56:UInt8}, {p57:String}, severity_number >= {p58:UInt8} AND severity_number <= {p59:UInt8}, {p60:String}, severity_number >= {p61:UInt8} AND severity_number <= {p62:UInt8}, {p63:String}, severity_number >= {p64:UInt8} AND severity_number <= {p65:UInt8}, {p66:String}, severity_number >= {p67:UInt8} AND severity_number <= {p68:UInt8}, {p69:String}, severity_number >= {p70:UInt8} AND severity_number <= {p71:UInt8}, {p72:String}, '') AS key3, toUInt64(sum(records)) AS matching
FROM log_minutes
WHERE project_number = {p73:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p74:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p75:Int64}))
  AND ((is_error = {p76:UInt8} AND severity_number BETWEEN {p77:UInt8} AND {p78:UInt8}))
GROUP BY key1, key2, key3)
GROUP BY key1, key2, key3
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p79:UInt64}
--   p1 = 256
--   p2 = 256
--   p3 = 1
--   p4 = 4
--   p5 = "trace"
--   p6 = 5
--   p7 = 8
--   p8 = "debug"
--   p9 = 9
--   p10 = 12
--   p11 = "info"
--   p12 = 13
--   p13 = 16
--   p14 = "warn"
--   p15 = 17
--   p16 = 20
--   p17 = "error"
--   p18 = 21
--   p19 = 24
--   p20 = "fatal"
--   p21 = 7
--   p22 = "1795200010000000000n"
--   p23 = "1795200060000000000n"
--   p24 = 1
--   p25 = 17
--   p26 = 20
--   p27 = 256
--   p28 = 256
--   p29 = 1
--   p30 = 4
--   p31 = "trace"
--   p32 = 5
--   p33 = 8
--   p34 = "debug"
--   p35 = 9
--   p36 = 12
--   p37 = "info"
--   p38 = 13
--   p39 = 16
--   p40 = "warn"
--   p41 = 17
--   p42 = 20
--   p43 = "error"
--   p44 = 21
--   p45 = 24
--   p46 = "fatal"
--   p47 = 7
--   p48 = "1795200180000000000n"
--   p49 = "1795200190000000000n"
--   p50 = 1
--   p51 = 17
--   p52 = 20
--   p53 = 256
--   p54 = 256
--   p55 = 1
--   p56 = 4
--   p57 = "trace"
--   p58 = 5
--   p59 = 8
--   p60 = "debug"
--   p61 = 9
--   p62 = 12
--   p63 = "info"
--   p64 = 13
--   p65 = 16
--   p66 = "warn"
--   p67 = 17
--   p68 = 20
--   p69 = "error"
--   p70 = 21
--   p71 = 24
--   p72 = "fatal"
--   p73 = 7
--   p74 = "1795200060000000000n"
--   p75 = "1795200180000000000n"
--   p76 = 1
--   p77 = 17
--   p78 = 20
--   p79 = 50

-- by an attribute
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
FROM logs
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND ((is_error = {p15:UInt8} AND severity_number BETWEEN {p16:UInt8} AND {p17:UInt8}))
GROUP BY key1)
GROUP BY key1
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p18:UInt64}
--   p1 = "app.method"
--   p2 = "app.method"
--   p3 = 256
--   p4 = "app.method"
--   p5 = 256
--   p6 = 7
--   p7 = "app.method"
--   p8 = "app.method"
--   p9 = 256
--   p10 = 7
--   p11 = "app.method"
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795200300000000000n"
--   p15 = 1
--   p16 = 17
--   p17 = 20
--   p18 = 50

-- by an attribute that was renamed
SELECT [key1] AS names,
  sipHash64(names) AS hash,
  sum(matching) AS records,
  count() OVER () AS group_total,
  sum(sum(matching)) OVER () AS record_total
FROM (SELECT if((mapContains(attributes, {p1:String}) OR mapContains(attributes, {p2:String})), leftUTF8(mapValues(attributes)[multiIf(mapContains(attributes, {p3:String}), indexOf(mapKeys(attributes), {p4:String}), mapContains(attributes, {p5:String}), indexOf(mapKeys(attributes), {p6:String}), 0)], {p7:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(mapValues(attributes)[multiIf(mapContains(attributes, {p8:String}), indexOf(mapKeys(attributes), {p9:String}), mapContains(attributes, {p10:String}), indexOf(mapKeys(attributes), {p11:String}), 0)], {p12:UInt32}))))
FROM resources
WHERE project_number = {p13:UInt32}
  AND (mapContains(attributes, {p14:String}) OR mapContains(attributes, {p15:String}))), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(mapValues(attributes)[multiIf(mapContains(attributes, {p16:String}), indexOf(mapKeys(attributes), {p17:String}), mapContains(attributes, {p18:String}), indexOf(mapKeys(attributes), {p19:String}), 0)], {p20:UInt32}))))
FROM resources
WHERE project_number = {p21:UInt32}
  AND (mapContains(attributes, {p22:String}) OR mapContains(attributes, {p23:String}))), 2), '')) AS key1, count() AS matching
FROM logs
WHERE project_number = {p24:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p25:Int64}) AND timestamp < fromUnixTimestamp64Nano({p26:Int64})
  AND ((is_error = {p27:UInt8} AND severity_number BETWEEN {p28:UInt8} AND {p29:UInt8}))
GROUP BY key1)
GROUP BY key1
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p30:UInt64}
--   p1 = "http.request.method"
--   p2 = "http.method"
--   p3 = "http.request.method"
--   p4 = "http.request.method"
--   p5 = "http.method"
--   p6 = "http.method"
--   p7 = 256
--   p8 = "http.request.method"
--   p9 = "http.request.method"
--   p10 = "http.method"
--   p11 = "http.method"
--   p12 = 256
--   p13 = 7
--   p14 = "http.request.method"
--   p15 = "http.method"
--   p16 = "http.request.method"
--   p17 = "http.request.method"
--   p18 = "http.method"
--   p19 = "http.method"
--   p20 = 256
--   p21 = 7
--   p22 = "http.request.method"
--   p23 = "http.method"
--   p24 = 7
--   p25 = "1795200000000000000n"
--   p26 = "1795200300000000000n"
--   p27 = 1
--   p28 = 17
--   p29 = 20
--   p30 = 50

-- by attributes of one place
SELECT [key1, key2, key3] AS names,
  sipHash64(names) AS hash,
  sum(matching) AS records,
  count() OVER () AS group_total,
  sum(sum(matching)) OVER () AS record_total
FROM (SELECT leftUTF8(attributes[{p1:String}], {p2:UInt32}) AS key1, transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p3:String}], {p4:UInt32}))))
FROM resources
WHERE project_number = {p5:UInt32}
  AND mapContains(attributes, {p6:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p7:String}], {p8:UInt32}))))
FROM resources
WHERE project_number = {p9:UInt32}
  AND mapContains(attributes, {p10:String})), 2), '') AS key2, toString(severity_number) AS key3, count() AS matching
FROM logs
WHERE project_number = {p11:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND ((is_error = {p14:UInt8} AND severity_number BETWEEN {p15:UInt8} AND {p16:UInt8}))
GROUP BY key1, key2, key3)
GROUP BY key1, key2, key3
HAVING records > 0
ORDER BY records DESC, names
LIMIT {p17:UInt64}
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
--   p13 = "1795200300000000000n"
--   p14 = 1
--   p15 = 17
--   p16 = 20
--   p17 = 50

-- over time
SELECT position,
  bucket,
  sum(matching) AS records
FROM (SELECT indexOf({p1:Array(UInt64)}, sipHash64([leftUTF8(service_name, {p2:UInt32})])) AS position, intDiv(toUnixTimestamp64Nano(toDateTime64(minute, 9)), {p3:Int64}) * {p4:Int64} AS bucket, toUInt64(sum(records)) AS matching
FROM log_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
  AND ((is_error = {p8:UInt8} AND severity_number BETWEEN {p9:UInt8} AND {p10:UInt8}))
GROUP BY position, bucket)
GROUP BY position, bucket
HAVING records > 0
ORDER BY position, bucket
--   p1 = ["18446744073709551615n","2n"]
--   p2 = 256
--   p3 = "60000000000n"
--   p4 = "60000000000n"
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795200300000000000n"
--   p8 = 1
--   p9 = 17
--   p10 = 20
