-- newest records
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC, log_id DESC
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = 51

-- every filter
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND has({p6:Array(String)}, service_name)
  AND environment = {p7:String}
  AND (severity_number BETWEEN {p8:UInt8} AND {p9:UInt8} OR severity_number BETWEEN {p10:UInt8} AND {p11:UInt8})
  AND distinct_id = {p12:String}
  AND trace_id = toFixedString(unhex({p13:String}), 16)
  AND hasToken(lower(body), {p14:String})
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC, log_id DESC
LIMIT {p15:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = ["checkout","cart"]
--   p7 = "production"
--   p8 = 13
--   p9 = 16
--   p10 = 17
--   p11 = 20
--   p12 = "user-1"
--   p13 = "0af7651916cd43dd8448eb211c80319c"
--   p14 = "timeout"
--   p15 = 51

-- after a position, oldest first
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND (timestamp, log_id) > (fromUnixTimestamp64Nano({p6:Int64}), toFixedString(unhex({p7:String}), 16))
ORDER BY toStartOfFiveMinutes(timestamp) ASC, timestamp ASC, log_id ASC
LIMIT {p8:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = "1795200000000000005n"
--   p7 = "18E9D9447A2371800000000000000007"
--   p8 = 51

-- a word, a phrase and wildcards
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND hasToken(lower(body), {p6:String}) AND hasToken(lower(body), {p7:String}) AND hasToken(lower(body), {p8:String}) AND position(lower(body), {p9:String}) > 0 AND hasToken(lower(body), {p10:String}) AND hasToken(lower(body), {p11:String}) AND position(lower(body), {p12:String}) > 0 AND match(lower(body), {p13:String}) AND NOT (match(lower(body), {p14:String}))
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC, log_id DESC
LIMIT {p15:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = "10"
--   p7 = "0"
--   p8 = "1"
--   p9 = "10.0.0.1"
--   p10 = "connection"
--   p11 = "refused"
--   p12 = "connection refused"
--   p13 = "(?:^|[^0-9A-Za-z\\x{80}-\\x{10ffff}])time\\S*out(?:$|[^0-9A-Za-z\\x{80}-\\x{10ffff}])"
--   p14 = "(?:^|[^0-9A-Za-z\\x{80}-\\x{10ffff}])debug\\S*"
--   p15 = 51

-- fields with a column
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND (severity_number >= {p6:UInt8} AND severity_number <= {p7:UInt8}) AND startsWith(service_name, {p8:String}) AND severity_number > {p9:Float64} AND trace_id != toFixedString(unhex({p10:String}), 16)
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC, log_id DESC
LIMIT {p11:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = 13
--   p7 = 24
--   p8 = "check"
--   p9 = 8
--   p10 = "00000000000000000000000000000000"
--   p11 = 51

-- attributes
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND (attributes[{p6:String}] = {p7:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p8:UInt32}
  AND attributes[{p9:String}] = {p10:String})) AND (ifNull(toFloat64OrNull(attributes[{p11:String}]) >= {p12:Float64} AND toFloat64OrNull(attributes[{p13:String}]) <= {p14:Float64}, 0) OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p15:UInt32}
  AND ifNull(toFloat64OrNull(attributes[{p16:String}]) >= {p17:Float64} AND toFloat64OrNull(attributes[{p18:String}]) <= {p19:Float64}, 0))) AND resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p20:UInt32}
  AND mapContains(attributes, {p21:String})) AND mapContains(attributes, {p22:String}) AND attributes[{p23:String}] LIKE {p24:String}
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC, log_id DESC
LIMIT {p25:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = "http.method"
--   p7 = "GET"
--   p8 = 7
--   p9 = "http.method"
--   p10 = "GET"
--   p11 = "http.status_code"
--   p12 = 500
--   p13 = "http.status_code"
--   p14 = 599
--   p15 = 7
--   p16 = "http.status_code"
--   p17 = 500
--   p18 = "http.status_code"
--   p19 = 599
--   p20 = 7
--   p21 = "host.name"
--   p22 = "a"
--   p23 = "a"
--   p24 = "b%c%d"
--   p25 = 51

-- groups and negation
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  toUnixTimestamp64Nano(observed_timestamp) AS observed_timestamp_ns,
  lower(hex(log_id)) AS log_id_hex,
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
  attributes,
  resource_hash
FROM logs
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND NOT ((hasToken(lower(body), {p6:String}) OR hasToken(lower(body), {p7:String}))) AND ((severity_number >= {p8:UInt8} AND severity_number <= {p9:UInt8}) OR (severity_number >= {p10:UInt8} AND severity_number <= {p11:UInt8})) AND hasToken(lower(body), {p12:String})
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC, log_id DESC
LIMIT {p13:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200299999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200300000000000n"
--   p6 = "a"
--   p7 = "b"
--   p8 = 17
--   p9 = 20
--   p10 = 21
--   p11 = 24
--   p12 = "c"
--   p13 = 51
