-- one span
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
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
  dropped_counts,
  count() OVER () AS same_id
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
  AND span_id = toFixedString(unhex({p5:String}), 8)
ORDER BY timestamp
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = "b7ad6b7169203331"
--   p6 = 1

-- the spans that link to it
SELECT lower(hex(trace_id)) AS trace,
  lower(hex(span_id)) AS span,
  name,
  service_name,
  kind,
  status_code,
  toUnixTimestamp64Nano(timestamp) AS time,
  duration_ns
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND has(links.trace_id, toFixedString(unhex({p4:String}), 16))
  AND arrayExists((t, s) -> t = toFixedString(unhex({p5:String}), 16) AND s = toFixedString(unhex({p6:String}), 8), links.trace_id, links.span_id)
ORDER BY timestamp, trace_id, span_id
LIMIT {p7:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = "0af7651916cd43dd8448eb211c80319c"
--   p6 = "b7ad6b7169203331"
--   p7 = 101
