-- where the sample begins
SELECT toUnixTimestamp64Nano(min(timestamp)) AS start,
  count() AS records
FROM (SELECT timestamp
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String}
  AND name = {p5:String}
  AND environment = {p6:String}
  AND distinct_id = {p7:String}
  AND duration_ns >= {p8:UInt64}
  AND status_code = 2
  AND (hasToken(lower(name), {p9:String}) OR hasToken(lower(service_name), {p10:String}) OR hasToken(lower(status_message), {p11:String}) OR arrayExists(word -> (hasToken(lower(word), {p12:String})), mapValues(attributes)))
ORDER BY timestamp DESC
LIMIT {p13:UInt64})
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "cart"
--   p5 = "GET /pay"
--   p6 = "prod"
--   p7 = "u"
--   p8 = "5n"
--   p9 = "timeout"
--   p10 = "timeout"
--   p11 = "timeout"
--   p12 = "timeout"
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
FROM (SELECT arrayJoin(arrayConcat([('field', {p2:String}, toString(leftUTF8(service_name, {p3:UInt32}))), ('field', {p4:String}, toString(leftUTF8(name, {p5:UInt32}))), ('field', {p6:String}, toString(multiIf(kind >= {p7:UInt8} AND kind <= {p8:UInt8}, {p9:String}, kind >= {p10:UInt8} AND kind <= {p11:UInt8}, {p12:String}, kind >= {p13:UInt8} AND kind <= {p14:UInt8}, {p15:String}, kind >= {p16:UInt8} AND kind <= {p17:UInt8}, {p18:String}, kind >= {p19:UInt8} AND kind <= {p20:UInt8}, {p21:String}, kind >= {p22:UInt8} AND kind <= {p23:UInt8}, {p24:String}, ''))), ('field', {p25:String}, toString(multiIf(status_code >= {p26:UInt8} AND status_code <= {p27:UInt8}, {p28:String}, status_code >= {p29:UInt8} AND status_code <= {p30:UInt8}, {p31:String}, status_code >= {p32:UInt8} AND status_code <= {p33:UInt8}, {p34:String}, ''))), ('field', {p35:String}, toString(leftUTF8(if(kind IN (2, 5) OR parent_span_id = toFixedString('', 8), 'yes', 'no'), {p36:UInt32}))), ('field', {p37:String}, toString(leftUTF8(environment, {p38:UInt32}))), ('field', {p39:String}, toString(leftUTF8(release, {p40:UInt32}))), ('field', {p41:String}, toString(leftUTF8(scope_name, {p42:UInt32}))), ('field', {p43:String}, toString(leftUTF8(distinct_id, {p44:UInt32}))), ('field', {p45:String}, toString(leftUTF8(session_id, {p46:UInt32})))],
  arrayMap((k, v) -> ('attribute', toString(k), leftUTF8(v, {p47:UInt32})), mapKeys(attributes), mapValues(attributes)))) AS cell
FROM (SELECT service_name, name, kind, status_code, parent_span_id, environment, release, scope_name, distinct_id, session_id, attributes
FROM spans
WHERE project_number = {p48:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p49:Int64}) AND timestamp < fromUnixTimestamp64Nano({p50:Int64})
LIMIT {p51:UInt64}))
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value
UNION ALL
SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, sum(weight) AS cell_records
FROM (SELECT arrayJoin(arrayMap((k, v) -> ('resource', toString(k), leftUTF8(v, {p52:UInt32})), mapKeys(resource), mapValues(resource))) AS cell, weight
FROM (SELECT resource_hash, count() AS weight
FROM (SELECT resource_hash
FROM spans
WHERE project_number = {p53:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p54:Int64}) AND timestamp < fromUnixTimestamp64Nano({p55:Int64})
LIMIT {p56:UInt64})
GROUP BY resource_hash) AS named
INNER JOIN (SELECT resource_hash, any(attributes) AS resource
FROM resources
WHERE project_number = {p57:UInt32}
GROUP BY resource_hash) AS resources ON named.resource_hash = resources.resource_hash)
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value)
GROUP BY source, name
ORDER BY indexOf(['field', 'attribute', 'resource'], source), records DESC, name
LIMIT {p58:UInt64}
--   p1 = 10
--   p2 = "service"
--   p3 = 256
--   p4 = "name"
--   p5 = 256
--   p6 = "kind"
--   p7 = 0
--   p8 = 0
--   p9 = "unspecified"
--   p10 = 1
--   p11 = 1
--   p12 = "internal"
--   p13 = 2
--   p14 = 2
--   p15 = "server"
--   p16 = 3
--   p17 = 3
--   p18 = "client"
--   p19 = 4
--   p20 = 4
--   p21 = "producer"
--   p22 = 5
--   p23 = 5
--   p24 = "consumer"
--   p25 = "status"
--   p26 = 0
--   p27 = 0
--   p28 = "unset"
--   p29 = 1
--   p30 = 1
--   p31 = "ok"
--   p32 = 2
--   p33 = 2
--   p34 = "error"
--   p35 = "request"
--   p36 = 256
--   p37 = "environment"
--   p38 = 256
--   p39 = "release"
--   p40 = 256
--   p41 = "scope"
--   p42 = 256
--   p43 = "distinct_id"
--   p44 = 256
--   p45 = "session_id"
--   p46 = 256
--   p47 = 256
--   p48 = 7
--   p49 = "1795200000000000000n"
--   p50 = "1795200300000000000n"
--   p51 = 1000
--   p52 = 256
--   p53 = 7
--   p54 = "1795200000000000000n"
--   p55 = "1795200300000000000n"
--   p56 = 1000
--   p57 = 7
--   p58 = 501

-- fields whose names begin with a text
SELECT source,
  name,
  sum(cell_records) AS records,
  count() AS cardinality,
  countIf(isNull(toFloat64OrNull(cell_value))) = 0 AS is_number,
  countIf(cell_value NOT IN ('true', 'false')) = 0 AS is_boolean,
  arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1), groupArray((cell_value, cell_records))), 1, {p1:UInt32}) AS top
FROM (SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, count() AS cell_records
FROM (SELECT arrayJoin(arrayConcat([('field', {p2:String}, toString(leftUTF8(service_name, {p3:UInt32}))), ('field', {p4:String}, toString(leftUTF8(name, {p5:UInt32}))), ('field', {p6:String}, toString(multiIf(kind >= {p7:UInt8} AND kind <= {p8:UInt8}, {p9:String}, kind >= {p10:UInt8} AND kind <= {p11:UInt8}, {p12:String}, kind >= {p13:UInt8} AND kind <= {p14:UInt8}, {p15:String}, kind >= {p16:UInt8} AND kind <= {p17:UInt8}, {p18:String}, kind >= {p19:UInt8} AND kind <= {p20:UInt8}, {p21:String}, kind >= {p22:UInt8} AND kind <= {p23:UInt8}, {p24:String}, ''))), ('field', {p25:String}, toString(multiIf(status_code >= {p26:UInt8} AND status_code <= {p27:UInt8}, {p28:String}, status_code >= {p29:UInt8} AND status_code <= {p30:UInt8}, {p31:String}, status_code >= {p32:UInt8} AND status_code <= {p33:UInt8}, {p34:String}, ''))), ('field', {p35:String}, toString(leftUTF8(if(kind IN (2, 5) OR parent_span_id = toFixedString('', 8), 'yes', 'no'), {p36:UInt32}))), ('field', {p37:String}, toString(leftUTF8(environment, {p38:UInt32}))), ('field', {p39:String}, toString(leftUTF8(release, {p40:UInt32}))), ('field', {p41:String}, toString(leftUTF8(scope_name, {p42:UInt32}))), ('field', {p43:String}, toString(leftUTF8(distinct_id, {p44:UInt32}))), ('field', {p45:String}, toString(leftUTF8(session_id, {p46:UInt32})))],
  arrayMap((k, v) -> ('attribute', toString(k), leftUTF8(v, {p47:UInt32})), mapKeys(attributes), mapValues(attributes)))) AS cell
FROM (SELECT service_name, name, kind, status_code, parent_span_id, environment, release, scope_name, distinct_id, session_id, attributes
FROM spans
WHERE project_number = {p48:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p49:Int64}) AND timestamp < fromUnixTimestamp64Nano({p50:Int64})
  AND service_name = {p51:String}
  AND name = {p52:String}
  AND environment = {p53:String}
  AND distinct_id = {p54:String}
  AND status_code != 2
LIMIT {p55:UInt64}))
WHERE (source != 'field' OR cell_value != '') AND (startsWith(lowerUTF8(name), lowerUTF8({p56:String})) OR has({p57:Array(String)}, name))
GROUP BY source, name, cell_value
UNION ALL
SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, sum(weight) AS cell_records
FROM (SELECT arrayJoin(arrayMap((k, v) -> ('resource', toString(k), leftUTF8(v, {p58:UInt32})), mapKeys(resource), mapValues(resource))) AS cell, weight
FROM (SELECT resource_hash, count() AS weight
FROM (SELECT resource_hash
FROM spans
WHERE project_number = {p59:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p60:Int64}) AND timestamp < fromUnixTimestamp64Nano({p61:Int64})
  AND service_name = {p62:String}
  AND name = {p63:String}
  AND environment = {p64:String}
  AND distinct_id = {p65:String}
  AND status_code != 2
LIMIT {p66:UInt64})
GROUP BY resource_hash) AS named
INNER JOIN (SELECT resource_hash, any(attributes) AS resource
FROM resources
WHERE project_number = {p67:UInt32}
GROUP BY resource_hash) AS resources ON named.resource_hash = resources.resource_hash)
WHERE (source != 'field' OR cell_value != '') AND (startsWith(lowerUTF8(name), lowerUTF8({p68:String})) OR has({p69:Array(String)}, name))
GROUP BY source, name, cell_value)
GROUP BY source, name
ORDER BY indexOf(['field', 'attribute', 'resource'], source), records DESC, name
LIMIT {p70:UInt64}
--   p1 = 10
--   p2 = "service"
--   p3 = 256
--   p4 = "name"
--   p5 = 256
--   p6 = "kind"
--   p7 = 0
--   p8 = 0
--   p9 = "unspecified"
--   p10 = 1
--   p11 = 1
--   p12 = "internal"
--   p13 = 2
--   p14 = 2
--   p15 = "server"
--   p16 = 3
--   p17 = 3
--   p18 = "client"
--   p19 = 4
--   p20 = 4
--   p21 = "producer"
--   p22 = 5
--   p23 = 5
--   p24 = "consumer"
--   p25 = "status"
--   p26 = 0
--   p27 = 0
--   p28 = "unset"
--   p29 = 1
--   p30 = 1
--   p31 = "ok"
--   p32 = 2
--   p33 = 2
--   p34 = "error"
--   p35 = "request"
--   p36 = 256
--   p37 = "environment"
--   p38 = 256
--   p39 = "release"
--   p40 = 256
--   p41 = "scope"
--   p42 = 256
--   p43 = "distinct_id"
--   p44 = 256
--   p45 = "session_id"
--   p46 = 256
--   p47 = 256
--   p48 = 7
--   p49 = "1795200000000000000n"
--   p50 = "1795200300000000000n"
--   p51 = "cart"
--   p52 = "GET /pay"
--   p53 = "prod"
--   p54 = "u"
--   p55 = 1000
--   p56 = "Http."
--   p57 = ["url.full","url.scheme","user_agent.original","browser.user_agent","client.address"]
--   p58 = 256
--   p59 = 7
--   p60 = "1795200000000000000n"
--   p61 = "1795200300000000000n"
--   p62 = "cart"
--   p63 = "GET /pay"
--   p64 = "prod"
--   p65 = "u"
--   p66 = 1000
--   p67 = 7
--   p68 = "Http."
--   p69 = ["url.full","url.scheme","user_agent.original","browser.user_agent","client.address"]
--   p70 = 501

-- how many spans there are
SELECT count() AS records
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String}
  AND name = {p5:String}
  AND environment = {p6:String}
  AND distinct_id = {p7:String}
  AND duration_ns >= {p8:UInt64}
  AND status_code = 2
  AND (hasToken(lower(name), {p9:String}) OR hasToken(lower(service_name), {p10:String}) OR hasToken(lower(status_message), {p11:String}) OR arrayExists(word -> (hasToken(lower(word), {p12:String})), mapValues(attributes)))
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "cart"
--   p5 = "GET /pay"
--   p6 = "prod"
--   p7 = "u"
--   p8 = "5n"
--   p9 = "timeout"
--   p10 = "timeout"
--   p11 = "timeout"
--   p12 = "timeout"
