-- newest traces
SELECT lower(hex(trace_id)) AS id,
  toUnixTimestamp64Nano(min(timestamp)) AS value
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
GROUP BY trace_id
ORDER BY value DESC, trace_id DESC
LIMIT {p4:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = 39

-- oldest traces after a position
SELECT lower(hex(trace_id)) AS id,
  toUnixTimestamp64Nano(min(timestamp)) AS value
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
GROUP BY trace_id
HAVING (value, trace_id) > ({p4:Int64}, toFixedString(unhex({p5:String}), 16))
ORDER BY value ASC, trace_id ASC
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "900n"
--   p5 = "0af7651916cd43dd8448eb211c80319c"
--   p6 = 39

-- longest traces
SELECT lower(hex(trace_id)) AS id,
  toInt64((toUnixTimestamp64Nano(max(end_time)) - toUnixTimestamp64Nano(min(start_time)))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM trace_summaries
WHERE project_number = {p4:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p5:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p6:Int64}))
  AND start_time >= fromUnixTimestamp64Nano({p7:Int64}) AND start_time < fromUnixTimestamp64Nano({p8:Int64}))
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p9:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p10:Int64})
ORDER BY value DESC, trace_id DESC
LIMIT {p11:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203599999999999n"
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"
--   p9 = "1795200000000000000n"
--   p10 = "1795203600000000000n"
--   p11 = 31

-- slowest traces with errors, after a position
SELECT lower(hex(trace_id)) AS id,
  toInt64((toUnixTimestamp64Nano(max(end_time)) - toUnixTimestamp64Nano(min(start_time)))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM trace_summaries
WHERE project_number = {p4:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p5:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p6:Int64}))
  AND start_time >= fromUnixTimestamp64Nano({p7:Int64}) AND start_time < fromUnixTimestamp64Nano({p8:Int64}))
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p9:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p10:Int64}) AND (toUnixTimestamp64Nano(max(end_time)) - toUnixTimestamp64Nano(min(start_time))) >= {p11:Int64} AND sum(error_count) > 0 AND (value, trace_id) < ({p12:Int64}, toFixedString(unhex({p13:String}), 16))
ORDER BY value DESC, trace_id DESC
LIMIT {p14:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203599999999999n"
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"
--   p9 = "1795200000000000000n"
--   p10 = "1795203600000000000n"
--   p11 = "250000000n"
--   p12 = "900n"
--   p13 = "0af7651916cd43dd8448eb211c80319c"
--   p14 = 31

-- newest traces with errors
SELECT lower(hex(trace_id)) AS id,
  toInt64(toUnixTimestamp64Nano(min(start_time))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p4:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND status_code = 2))
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p10:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p11:Int64}) AND sum(error_count) > 0
ORDER BY value DESC, trace_id DESC
LIMIT {p12:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203600000000000n"
--   p7 = 7
--   p8 = "1795200000000000000n"
--   p9 = "1795290000000000000n"
--   p10 = "1795200000000000000n"
--   p11 = "1795203600000000000n"
--   p12 = 31

-- by service alone
SELECT lower(hex(trace_id)) AS id,
  toInt64(length(groupUniqArrayArray(services))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM trace_summaries
WHERE project_number = {p4:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p5:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p6:Int64}))
  AND start_time >= fromUnixTimestamp64Nano({p7:Int64}) AND start_time < fromUnixTimestamp64Nano({p8:Int64}))
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p9:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p10:Int64}) AND hasAny(groupUniqArrayArray(services), {p11:Array(String)})
ORDER BY value ASC, trace_id ASC
LIMIT {p12:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203599999999999n"
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"
--   p9 = "1795200000000000000n"
--   p10 = "1795203600000000000n"
--   p11 = ["checkout"]
--   p12 = 31

-- by conditions on one span
SELECT lower(hex(trace_id)) AS id,
  toInt64(toUnixTimestamp64Nano(min(start_time))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM trace_summaries
WHERE project_number = {p4:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p5:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p6:Int64}))
  AND start_time >= fromUnixTimestamp64Nano({p7:Int64}) AND start_time < fromUnixTimestamp64Nano({p8:Int64}))
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p9:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})
  AND service_name = {p12:String} AND name = {p13:String} AND environment = {p14:String} AND distinct_id = {p15:String} AND (hasToken(lower(name), {p16:String}) OR hasToken(lower(service_name), {p17:String}) OR hasToken(lower(status_message), {p18:String}) OR arrayExists(word -> (hasToken(lower(word), {p19:String})), mapValues(attributes))) AND (has(mapValues(attributes), {p20:String}) OR (SELECT count()
FROM resources
WHERE project_number = {p21:UInt32}
  AND attributes[{p22:String}] = {p23:String}) > 0) AND (attributes[{p24:String}] = {p25:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p26:UInt32}
  AND attributes[{p27:String}] = {p28:String})) AND status_code = {p29:UInt8} AND (duration_ns / 1e6) > {p30:Float64})
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p31:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p32:Int64})
ORDER BY value DESC, trace_id DESC
LIMIT {p33:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203599999999999n"
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"
--   p9 = 7
--   p10 = "1795200000000000000n"
--   p11 = "1795203600000000000n"
--   p12 = "checkout"
--   p13 = "POST /pay"
--   p14 = "production"
--   p15 = "user-1"
--   p16 = "timeout"
--   p17 = "timeout"
--   p18 = "timeout"
--   p19 = "timeout"
--   p20 = "/pay"
--   p21 = 7
--   p22 = "http.route"
--   p23 = "/pay"
--   p24 = "http.route"
--   p25 = "/pay"
--   p26 = 7
--   p27 = "http.route"
--   p28 = "/pay"
--   p29 = 2
--   p30 = 5
--   p31 = "1795200000000000000n"
--   p32 = "1795203600000000000n"
--   p33 = 31

-- by a service with few spans
SELECT lower(hex(trace_id)) AS id,
  toInt64(toUnixTimestamp64Nano(min(start_time))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p4:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND service_name = {p7:String})
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p8:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p9:Int64}) AND hasAny(groupUniqArrayArray(services), {p10:Array(String)})
ORDER BY value DESC, trace_id DESC
LIMIT {p11:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203600000000000n"
--   p7 = "checkout"
--   p8 = "1795200000000000000n"
--   p9 = "1795203600000000000n"
--   p10 = ["checkout"]
--   p11 = 31

-- by conditions on one span, of an operation with few spans
SELECT lower(hex(trace_id)) AS id,
  toInt64(toUnixTimestamp64Nano(min(start_time))) AS value
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p4:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND has({p7:Array(String)}, name) AND environment = {p8:String} AND (hasToken(lower(name), {p9:String}) OR hasToken(lower(service_name), {p10:String}) OR hasToken(lower(status_message), {p11:String}) OR arrayExists(word -> (hasToken(lower(word), {p12:String})), mapValues(attributes))))
GROUP BY trace_id
HAVING min(start_time) >= fromUnixTimestamp64Nano({p13:Int64}) AND min(start_time) < fromUnixTimestamp64Nano({p14:Int64}) AND sum(error_count) > 0 AND (value, trace_id) < ({p15:Int64}, toFixedString(unhex({p16:String}), 16))
ORDER BY value DESC, trace_id DESC
LIMIT {p17:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203600000000000n"
--   p7 = ["POST /pay","GET /pay"]
--   p8 = "production"
--   p9 = "timeout"
--   p10 = "timeout"
--   p11 = "timeout"
--   p12 = "timeout"
--   p13 = "1795200000000000000n"
--   p14 = "1795203600000000000n"
--   p15 = "900n"
--   p16 = "0af7651916cd43dd8448eb211c80319c"
--   p17 = 31

-- spans of a service in an environment
SELECT count() AS spans
FROM (SELECT 1
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String} AND has({p5:Array(String)}, environment)
LIMIT {p6:UInt64})
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "checkout"
--   p5 = ["production","staging"]
--   p6 = 10000

-- spans of an operation by a customer
SELECT count() AS spans
FROM (SELECT 1
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND name = {p4:String} AND distinct_id = {p5:String}
LIMIT {p6:UInt64})
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "POST /pay"
--   p5 = "user-1"
--   p6 = 10000

-- when the last span ends
SELECT toUnixTimestamp64Nano(max(end_time)) AS latest
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM trace_summaries
WHERE project_number = {p4:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p5:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p6:Int64}))
  AND start_time >= fromUnixTimestamp64Nano({p7:Int64}) AND start_time < fromUnixTimestamp64Nano({p8:Int64}))
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203599999999999n"
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"

-- when the last span of failed traces ends
SELECT toUnixTimestamp64Nano(max(end_time)) AS latest
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p4:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND status_code = 2))
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795289999999999999n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203600000000000n"
--   p7 = 7
--   p8 = "1795200000000000000n"
--   p9 = "1795290000000000000n"

-- summaries of a page
SELECT lower(hex(trace_id)) AS id,
  toUnixTimestamp64Nano(min(start_time)) AS start,
  toUnixTimestamp64Nano(max(end_time)) AS finish,
  sum(span_count) AS span_total,
  sum(error_count) AS error_total,
  arraySort(groupUniqArrayArray(services)) AS service_names,
  arraySort(groupUniqArrayArray(environments)) AS environment_names,
  max(root_name) AS root_operation,
  max(root_service) AS root_service_name,
  max(distinct_id) AS customer
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND trace_id IN (toFixedString(unhex({p4:String}), 16), toFixedString(unhex({p5:String}), 16))
GROUP BY trace_id
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = "0bf7651916cd43dd8448eb211c80319c"

-- the time of one trace
SELECT sum(span_count) AS spans,
  toUnixTimestamp64Nano(min(start_time)) AS start,
  toUnixTimestamp64Nano(max(end_time)) AS finish
FROM trace_summaries
WHERE project_number = {p1:UInt32}
  AND trace_id = toFixedString(unhex({p2:String}), 16)
--   p1 = 7
--   p2 = "0af7651916cd43dd8448eb211c80319c"

-- spans of one trace
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
  dropped_counts
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
ORDER BY timestamp, span_id
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = 10001

-- outlines of the spans of one trace
SELECT lower(hex(span_id)) AS span_id_hex,
  lower(hex(parent_span_id)) AS parent_span_id_hex,
  name,
  service_name,
  kind,
  status_code,
  duration_ns,
  dropped_counts,
  toUnixTimestamp64Nano(timestamp) AS time,
  length(events.timestamp) AS event_total,
  length(links.trace_id) AS link_total
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
ORDER BY timestamp, span_id
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = 50001

-- wholeness of a long trace
SELECT countIf(parent_span_id = toFixedString(unhex({p1:String}), 8)) AS roots,
  countIf(parent_span_id != toFixedString(unhex({p2:String}), 8)
  AND parent_span_id NOT IN (SELECT span_id
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND trace_id = toFixedString(unhex({p6:String}), 16))) AS missing
FROM spans
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND trace_id = toFixedString(unhex({p10:String}), 16)
--   p1 = "0000000000000000"
--   p2 = "0000000000000000"
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = "0af7651916cd43dd8448eb211c80319c"
--   p7 = 7
--   p8 = "1795200000000000000n"
--   p9 = "1795203600000000000n"
--   p10 = "0af7651916cd43dd8448eb211c80319c"

-- times of the spans of one trace
SELECT lower(hex(span_id)) AS span,
  lower(hex(parent_span_id)) AS parent,
  name,
  service_name,
  kind,
  status_code,
  toUnixTimestamp64Nano(timestamp) AS time,
  duration_ns
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = 200000

-- deletion of the spans of a trace
project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795290000000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"

-- deletion of the summary of a trace
project_number = {p1:UInt32}
  AND trace_id = toFixedString(unhex({p2:String}), 16)
--   p1 = 7
--   p2 = "0af7651916cd43dd8448eb211c80319c"

-- a span that arrived during the deletion
SELECT 1
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795113600000000000n"
--   p3 = "1795290000000000000n"
--   p4 = "0af7651916cd43dd8448eb211c80319c"
--   p5 = 1
