-- newest records
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
ORDER BY timestamp DESC, record_id DESC
LIMIT {p4:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = 51

-- every filter
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND has({p4:Array(String)}, service_name)
  AND environment = {p5:String}
  AND ((is_error = {p6:UInt8} AND severity_number BETWEEN {p7:UInt8} AND {p8:UInt8}) OR (is_error = {p9:UInt8} AND severity_number BETWEEN {p10:UInt8} AND {p11:UInt8}))
  AND distinct_id = {p12:String}
  AND trace_id = toFixedString(unhex({p13:String}), 16)
  AND hasToken(lower(body), {p14:String})
ORDER BY timestamp DESC, record_id DESC
LIMIT {p15:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = ["checkout","cart"]
--   p5 = "production"
--   p6 = 0
--   p7 = 13
--   p8 = 16
--   p9 = 1
--   p10 = 17
--   p11 = 20
--   p12 = "user-1"
--   p13 = "0af7651916cd43dd8448eb211c80319c"
--   p14 = "timeout"
--   p15 = 51

-- after a position, oldest first
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND (timestamp, record_id) > (fromUnixTimestamp64Nano({p4:Int64}), toFixedString(unhex({p5:String}), 8))
ORDER BY timestamp ASC, record_id ASC
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "1795200000000000005n"
--   p5 = "0000000000000007"
--   p6 = 51

-- a word, a phrase and wildcards
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND hasToken(lower(body), {p4:String}) AND hasToken(lower(body), {p5:String}) AND hasToken(lower(body), {p6:String}) AND position(lower(body), {p7:String}) > 0 AND hasToken(lower(body), {p8:String}) AND hasToken(lower(body), {p9:String}) AND position(lower(body), {p10:String}) > 0 AND match(lower(body), {p11:String}) AND NOT (match(lower(body), {p12:String}))
ORDER BY timestamp DESC, record_id DESC
LIMIT {p13:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "10"
--   p5 = "0"
--   p6 = "1"
--   p7 = "10.0.0.1"
--   p8 = "connection"
--   p9 = "refused"
--   p10 = "connection refused"
--   p11 = "(?:^|[^0-9A-Za-z\\x{80}-\\x{10ffff}])time\\S*out(?:$|[^0-9A-Za-z\\x{80}-\\x{10ffff}])"
--   p12 = "(?:^|[^0-9A-Za-z\\x{80}-\\x{10ffff}])debug\\S*"
--   p13 = 51

-- fields with a column
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND (severity_number >= {p4:UInt8} AND severity_number <= {p5:UInt8}) AND startsWith(service_name, {p6:String}) AND severity_number > {p7:Float64} AND trace_id != toFixedString(unhex({p8:String}), 16)
ORDER BY timestamp DESC, record_id DESC
LIMIT {p9:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = 13
--   p5 = 24
--   p6 = "check"
--   p7 = 8
--   p8 = "00000000000000000000000000000000"
--   p9 = 51

-- attributes
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND (has(mapValues(attributes), {p4:String}) OR (SELECT count()
FROM resources
WHERE project_number = {p5:UInt32}
  AND attributes[{p6:String}] = {p7:String}) > 0) AND (attributes[{p8:String}] = {p9:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p10:UInt32}
  AND attributes[{p11:String}] = {p12:String})) AND (ifNull(toFloat64OrNull(attributes[{p13:String}]) >= {p14:Float64} AND toFloat64OrNull(attributes[{p15:String}]) <= {p16:Float64}, 0) OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p17:UInt32}
  AND ifNull(toFloat64OrNull(attributes[{p18:String}]) >= {p19:Float64} AND toFloat64OrNull(attributes[{p20:String}]) <= {p21:Float64}, 0))) AND resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p22:UInt32}
  AND mapContains(attributes, {p23:String})) AND mapContains(attributes, {p24:String}) AND attributes[{p25:String}] LIKE {p26:String}
ORDER BY timestamp DESC, record_id DESC
LIMIT {p27:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "GET"
--   p5 = 7
--   p6 = "app.method"
--   p7 = "GET"
--   p8 = "app.method"
--   p9 = "GET"
--   p10 = 7
--   p11 = "app.method"
--   p12 = "GET"
--   p13 = "app.status"
--   p14 = 500
--   p15 = "app.status"
--   p16 = 599
--   p17 = 7
--   p18 = "app.status"
--   p19 = 500
--   p20 = "app.status"
--   p21 = 599
--   p22 = 7
--   p23 = "host.name"
--   p24 = "a"
--   p25 = "a"
--   p26 = "b%c%d"
--   p27 = 51

-- attributes that were renamed
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND (has(mapValues(attributes), {p4:String}) OR (SELECT count()
FROM resources
WHERE project_number = {p5:UInt32}
  AND (attributes[{p6:String}] = {p7:String} OR attributes[{p8:String}] = {p9:String})) > 0) AND (mapValues(attributes)[indexOf(mapKeys(attributes), {p10:String})] = {p11:String} OR mapValues(attributes)[indexOf(mapKeys(attributes), {p12:String})] = {p13:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p14:UInt32}
  AND (attributes[{p15:String}] = {p16:String} OR attributes[{p17:String}] = {p18:String}))) AND (ifNull(toFloat64OrNull(attributes[{p19:String}]) >= {p20:Float64} AND toFloat64OrNull(attributes[{p21:String}]) <= {p22:Float64}, 0) OR ifNull(toFloat64OrNull(attributes[{p23:String}]) >= {p24:Float64} AND toFloat64OrNull(attributes[{p25:String}]) <= {p26:Float64}, 0) OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p27:UInt32}
  AND (ifNull(toFloat64OrNull(attributes[{p28:String}]) >= {p29:Float64} AND toFloat64OrNull(attributes[{p30:String}]) <= {p31:Float64}, 0) OR ifNull(toFloat64OrNull(attributes[{p32:String}]) >= {p33:Float64} AND toFloat64OrNull(attributes[{p34:String}]) <= {p35:Float64}, 0)))) AND has(mapValues(attributes), {p36:String}) AND (mapValues(attributes)[indexOf(mapKeys(attributes), {p37:String})] = {p38:String} OR mapValues(attributes)[indexOf(mapKeys(attributes), {p39:String})] = {p40:String}) AND NOT (resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p41:UInt32}
  AND (mapContains(attributes, {p42:String}) OR mapContains(attributes, {p43:String})))) AND (mapContains(attributes, {p44:String}) AND startsWith(attributes[{p45:String}], {p46:String}) OR mapContains(attributes, {p47:String}) AND startsWith(attributes[{p48:String}], {p49:String}) OR mapContains(attributes, {p50:String}) AND startsWith(attributes[{p51:String}], {p52:String}) OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p53:UInt32}
  AND (mapContains(attributes, {p54:String}) AND startsWith(attributes[{p55:String}], {p56:String}) OR mapContains(attributes, {p57:String}) AND startsWith(attributes[{p58:String}], {p59:String}) OR mapContains(attributes, {p60:String}) AND startsWith(attributes[{p61:String}], {p62:String}))))
ORDER BY timestamp DESC, record_id DESC
LIMIT {p63:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "GET"
--   p5 = 7
--   p6 = "http.request.method"
--   p7 = "GET"
--   p8 = "http.method"
--   p9 = "GET"
--   p10 = "http.request.method"
--   p11 = "GET"
--   p12 = "http.method"
--   p13 = "GET"
--   p14 = 7
--   p15 = "http.request.method"
--   p16 = "GET"
--   p17 = "http.method"
--   p18 = "GET"
--   p19 = "http.response.status_code"
--   p20 = 500
--   p21 = "http.response.status_code"
--   p22 = 599
--   p23 = "http.status_code"
--   p24 = 500
--   p25 = "http.status_code"
--   p26 = 599
--   p27 = 7
--   p28 = "http.response.status_code"
--   p29 = 500
--   p30 = "http.response.status_code"
--   p31 = 599
--   p32 = "http.status_code"
--   p33 = 500
--   p34 = "http.status_code"
--   p35 = 599
--   p36 = "redis"
--   p37 = "db.system.name"
--   p38 = "redis"
--   p39 = "db.system"
--   p40 = "redis"
--   p41 = 7
--   p42 = "cloud.resource_id"
--   p43 = "faas.id"
--   p44 = "server.address"
--   p45 = "server.address"
--   p46 = "a"
--   p47 = "net.peer.name"
--   p48 = "net.peer.name"
--   p49 = "a"
--   p50 = "net.host.name"
--   p51 = "net.host.name"
--   p52 = "a"
--   p53 = 7
--   p54 = "server.address"
--   p55 = "server.address"
--   p56 = "a"
--   p57 = "net.peer.name"
--   p58 = "net.peer.name"
--   p59 = "a"
--   p60 = "net.host.name"
--   p61 = "net.host.name"
--   p62 = "a"
--   p63 = 51

-- groups and negation
SELECT lower(hex(log_id)) AS log_id_hex,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  severity_number,
  severity_text,
  body,
  event_name,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  scope_name,
  session_id,
  distinct_id,
  attribute_types,
  dropped_attributes_count,
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND NOT ((hasToken(lower(body), {p4:String}) OR hasToken(lower(body), {p5:String}))) AND ((severity_number >= {p6:UInt8} AND severity_number <= {p7:UInt8}) OR (severity_number >= {p8:UInt8} AND severity_number <= {p9:UInt8})) AND hasToken(lower(body), {p10:String})
ORDER BY timestamp DESC, record_id DESC
LIMIT {p11:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200300000000000n"
--   p4 = "a"
--   p5 = "b"
--   p6 = 17
--   p7 = 20
--   p8 = 21
--   p9 = 24
--   p10 = "c"
--   p11 = 51
