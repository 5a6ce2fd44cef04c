-- spans of two traces
SELECT lower(hex(trace_id)) AS id,
  toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  duration_ns,
  lower(hex(span_id)) AS span_id_hex,
  lower(hex(parent_span_id)) AS parent_span_id_hex,
  trace_state,
  name,
  kind,
  status_code,
  status_message,
  service_name,
  environment,
  release,
  scope_name,
  scope_version,
  resource_hash,
  session_id,
  distinct_id,
  attributes,
  attribute_types,
  arrayMap(t -> toUnixTimestamp64Nano(t), events.timestamp) AS events_timestamp_ns,
  events.name AS events_name,
  events.attributes AS events_attributes,
  events.attribute_types AS events_attribute_types,
  arrayMap(b -> lower(hex(b)), links.trace_id) AS links_trace_id_hex,
  arrayMap(b -> lower(hex(b)), links.span_id) AS links_span_id_hex,
  links.trace_state AS links_trace_state,
  links.attributes AS links_attributes,
  links.attribute_types AS links_attribute_types,
  dropped_counts
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id IN (SELECT toFixedString(unhex(arrayJoin({p4:Array(String)})), 16))
ORDER BY trace_id, timestamp, span_id
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]
--   p5 = 10001

-- operations of a service
SELECT toString(name) AS operation,
  kind
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String}
GROUP BY name, kind
ORDER BY operation, kind
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "shop"
--   p5 = 100

-- operations of one kind
SELECT toString(name) AS operation,
  kind
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String}
  AND kind = {p5:UInt32}
GROUP BY name, kind
ORDER BY operation, kind
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "shop"
--   p5 = 2
--   p6 = 100

-- names of services
SELECT toString(service_name) AS name
FROM request_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND service_name != ''
GROUP BY service_name
ORDER BY name
LIMIT {p4:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = 100
