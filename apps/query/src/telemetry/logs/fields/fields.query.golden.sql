-- where the sample begins
SELECT toUnixTimestamp64Nano(min(timestamp)) AS start,
  count() AS records
FROM (SELECT timestamp
FROM (SELECT timestamp
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND is_error = {p4:UInt8}
  AND service_name = {p5:String}
ORDER BY timestamp DESC
LIMIT {p6:UInt64}
UNION ALL
SELECT timestamp
FROM logs
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND is_error = {p10:UInt8}
  AND service_name = {p11:String}
ORDER BY timestamp DESC
LIMIT {p12:UInt64})
ORDER BY timestamp DESC
LIMIT {p13:UInt64})
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = 0
--   p5 = "cart"
--   p6 = 1000
--   p7 = 7
--   p8 = "1795200000000000000n"
--   p9 = "1795200300000000000n"
--   p10 = 1
--   p11 = "cart"
--   p12 = 1000
--   p13 = 1000

-- the fields of the sample
SELECT source,
  name,
  sum(cell_records) AS records,
  count() AS cardinality,
  countIf(isNull(toFloat64OrNull(cell_value))) = 0 AS is_number,
  countIf(cell_value NOT IN ('true', 'false')) = 0 AS is_boolean,
  arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1), groupArray((cell_value, cell_records))), 1, {p1:UInt32}) AS top
FROM (SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, count() AS cell_records
FROM (SELECT arrayJoin(arrayConcat([('field', {p2:String}, toString(leftUTF8(service_name, {p3:UInt32}))), ('field', {p4:String}, toString(multiIf(severity_number >= {p5:UInt8} AND severity_number <= {p6:UInt8}, {p7:String}, severity_number >= {p8:UInt8} AND severity_number <= {p9:UInt8}, {p10:String}, severity_number >= {p11:UInt8} AND severity_number <= {p12:UInt8}, {p13:String}, severity_number >= {p14:UInt8} AND severity_number <= {p15:UInt8}, {p16:String}, severity_number >= {p17:UInt8} AND severity_number <= {p18:UInt8}, {p19:String}, severity_number >= {p20:UInt8} AND severity_number <= {p21:UInt8}, {p22:String}, ''))), ('field', {p23:String}, toString(leftUTF8(environment, {p24:UInt32}))), ('field', {p25:String}, toString(leftUTF8(release, {p26:UInt32}))), ('field', {p27:String}, toString(leftUTF8(event_name, {p28:UInt32}))), ('field', {p29:String}, toString(leftUTF8(severity_text, {p30:UInt32}))), ('field', {p31:String}, toString(leftUTF8(scope_name, {p32:UInt32}))), ('field', {p33:String}, toString(leftUTF8(distinct_id, {p34:UInt32}))), ('field', {p35:String}, toString(leftUTF8(session_id, {p36:UInt32})))],
  arrayMap((k, v) -> ('attribute', toString(k), leftUTF8(v, {p37:UInt32})), mapKeys(attributes), mapValues(attributes)))) AS cell
FROM (SELECT service_name, severity_number, environment, release, event_name, severity_text, scope_name, distinct_id,
  session_id, attributes
FROM logs
WHERE project_number = {p38:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p39:Int64}) AND timestamp < fromUnixTimestamp64Nano({p40:Int64})
  AND service_name = {p41:String}
LIMIT {p42:UInt64}))
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value
UNION ALL
SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, sum(weight) AS cell_records
FROM (SELECT arrayJoin(arrayMap((k, v) -> ('resource', toString(k), leftUTF8(v, {p43:UInt32})), mapKeys(resource), mapValues(resource))) AS cell, weight
FROM (SELECT resource_hash, count() AS weight
FROM (SELECT resource_hash
FROM logs
WHERE project_number = {p44:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p45:Int64}) AND timestamp < fromUnixTimestamp64Nano({p46:Int64})
  AND service_name = {p47:String}
LIMIT {p48:UInt64})
GROUP BY resource_hash) AS named
INNER JOIN (SELECT resource_hash, any(attributes) AS resource
FROM resources
WHERE project_number = {p49:UInt32}
GROUP BY resource_hash) AS resources ON named.resource_hash = resources.resource_hash)
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value)
GROUP BY source, name
ORDER BY indexOf(['field', 'attribute', 'resource'], source), records DESC, name
LIMIT {p50:UInt64}
--   p1 = 10
--   p2 = "service"
--   p3 = 256
--   p4 = "level"
--   p5 = 1
--   p6 = 4
--   p7 = "trace"
--   p8 = 5
--   p9 = 8
--   p10 = "debug"
--   p11 = 9
--   p12 = 12
--   p13 = "info"
--   p14 = 13
--   p15 = 16
--   p16 = "warn"
--   p17 = 17
--   p18 = 20
--   p19 = "error"
--   p20 = 21
--   p21 = 24
--   p22 = "fatal"
--   p23 = "environment"
--   p24 = 256
--   p25 = "release"
--   p26 = 256
--   p27 = "event_name"
--   p28 = 256
--   p29 = "severity_text"
--   p30 = 256
--   p31 = "scope"
--   p32 = 256
--   p33 = "distinct_id"
--   p34 = 256
--   p35 = "session_id"
--   p36 = 256
--   p37 = 256
--   p38 = 7
--   p39 = "1795200000000000000n"
--   p40 = "1795200300000000000n"
--   p41 = "cart"
--   p42 = 1000
--   p43 = 256
--   p44 = 7
--   p45 = "1795200000000000000n"
--   p46 = "1795200300000000000n"
--   p47 = "cart"
--   p48 = 1000
--   p49 = 7
--   p50 = 501

-- the fields with several names
SELECT source,
  name,
  sum(cell_records) AS records,
  count() AS cardinality,
  countIf(isNull(toFloat64OrNull(cell_value))) = 0 AS is_number,
  countIf(cell_value NOT IN ('true', 'false')) = 0 AS is_boolean,
  arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1), groupArray((cell_value, cell_records))), 1, {p1:UInt32}) AS top
FROM (SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, count() AS cell_records
FROM (SELECT arrayJoin(arrayConcat(CAST([], 'Array(Tuple(String, String, String))'), if((mapContains(attributes, {p2:String}) OR mapContains(attributes, {p3:String})), [({p4:String}, {p5:String}, leftUTF8(mapValues(attributes)[multiIf(mapContains(attributes, {p6:String}), indexOf(mapKeys(attributes), {p7:String}), mapContains(attributes, {p8:String}), indexOf(mapKeys(attributes), {p9:String}), 0)], {p10:UInt32}))], []))) AS cell
FROM (SELECT attributes
FROM logs
WHERE project_number = {p11:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND service_name = {p14:String}
LIMIT {p15:UInt64}))
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value
UNION ALL
SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, sum(weight) AS cell_records
FROM (SELECT arrayJoin(arrayConcat(CAST([], 'Array(Tuple(String, String, String))'), if((mapContains(resource, {p16:String}) OR mapContains(resource, {p17:String})), [({p18:String}, {p19:String}, leftUTF8(mapValues(resource)[multiIf(mapContains(resource, {p20:String}), indexOf(mapKeys(resource), {p21:String}), mapContains(resource, {p22:String}), indexOf(mapKeys(resource), {p23:String}), 0)], {p24:UInt32}))], []))) AS cell, weight
FROM (SELECT resource_hash, count() AS weight
FROM (SELECT resource_hash
FROM logs
WHERE project_number = {p25:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p26:Int64}) AND timestamp < fromUnixTimestamp64Nano({p27:Int64})
  AND service_name = {p28:String}
LIMIT {p29:UInt64})
GROUP BY resource_hash) AS named
INNER JOIN (SELECT resource_hash, any(attributes) AS resource
FROM resources
WHERE project_number = {p30:UInt32}
GROUP BY resource_hash) AS resources ON named.resource_hash = resources.resource_hash)
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value)
GROUP BY source, name
ORDER BY indexOf(['field', 'attribute', 'resource'], source), records DESC, name
LIMIT {p31:UInt64}
--   p1 = 10
--   p2 = "http.request.method"
--   p3 = "http.method"
--   p4 = "attribute"
--   p5 = "http.request.method"
--   p6 = "http.request.method"
--   p7 = "http.request.method"
--   p8 = "http.method"
--   p9 = "http.method"
--   p10 = 256
--   p11 = 7
--   p12 = "1795200000000000000n"
--   p13 = "1795200300000000000n"
--   p14 = "cart"
--   p15 = 1000
--   p16 = "cloud.resource_id"
--   p17 = "faas.id"
--   p18 = "resource"
--   p19 = "cloud.resource_id"
--   p20 = "cloud.resource_id"
--   p21 = "cloud.resource_id"
--   p22 = "faas.id"
--   p23 = "faas.id"
--   p24 = 256
--   p25 = 7
--   p26 = "1795200000000000000n"
--   p27 = "1795200300000000000n"
--   p28 = "cart"
--   p29 = 1000
--   p30 = 7
--   p31 = 2

-- how many records there are
SELECT sum(matching) AS records
FROM (SELECT 1 AS one, count() AS matching
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String}
GROUP BY one)
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "cart"

-- how many records its minutes have
SELECT sum(matching) AS records
FROM (SELECT 1 AS one, toUInt64(sum(records)) AS matching
FROM log_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND service_name = {p4:String}
GROUP BY one)
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "cart"
