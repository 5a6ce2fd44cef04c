-- the trace itself
SELECT count() AS spans,
  countIf(status_code = 2) AS errors,
  toUnixTimestamp64Nano(min(timestamp)) AS start,
  toUnixTimestamp64Nano(max(timestamp + toIntervalNanosecond(duration_ns))) AS finish,
  maxIf(toString(service_name), parent_span_id = toFixedString(unhex({p1:String}), 8)) AS root_service,
  maxIf(toString(name), parent_span_id = toFixedString(unhex({p2:String}), 8)) AS root_operation,
  arraySort(groupUniqArrayIf(100)(toString(service_name), service_name != '')) AS service_names,
  arraySort(groupUniqArrayIf(20)(session_id, session_id != '')) AS sessions,
  arraySort(groupUniqArrayIf(20)(distinct_id, distinct_id != '')) AS persons,
  groupUniqArray(100)(resource_hash) AS resources
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND trace_id = toFixedString(unhex({p6:String}), 16)
--   p1 = "0000000000000000"
--   p2 = "0000000000000000"
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795200060000000000n"
--   p6 = "abababababababababababababababab"

-- its records
SELECT multiIf(trace_id = toFixedString(unhex({p1:String}), 16), 0, has({p2:Array(String)}, session_id), 1, has({p3:Array(String)}, distinct_id), 2, 3) AS relation,
  hex(log_id) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  service_name,
  severity_number,
  leftUTF8(body, {p4:UInt32}) AS message,
  lower(hex(trace_id)) AS trace,
  lower(hex(span_id)) AS span
FROM logs
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND (trace_id = toFixedString(unhex({p8:String}), 16) OR has({p9:Array(String)}, session_id) OR has({p10:Array(String)}, distinct_id) OR (trace_id = toFixedString(unhex({p11:String}), 16) AND has({p12:Array(String)}, service_name)
    AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})))
ORDER BY relation, timestamp, log_id
LIMIT {p15:UInt64} BY relation
--   p1 = "abababababababababababababababab"
--   p2 = ["s"]
--   p3 = ["p"]
--   p4 = 256
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795200060000000000n"
--   p8 = "abababababababababababababababab"
--   p9 = ["s"]
--   p10 = ["p"]
--   p11 = "00000000000000000000000000000000"
--   p12 = ["shop"]
--   p13 = "1795200000000000000n"
--   p14 = "1795200060000000000n"
--   p15 = 101

-- records of a trace without spans
SELECT multiIf(trace_id = toFixedString(unhex({p1:String}), 16), 0, has({p2:Array(String)}, session_id), 1, has({p3:Array(String)}, distinct_id), 2, 3) AS relation,
  hex(log_id) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  service_name,
  severity_number,
  leftUTF8(body, {p4:UInt32}) AS message,
  lower(hex(trace_id)) AS trace,
  lower(hex(span_id)) AS span
FROM logs
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND (trace_id = toFixedString(unhex({p8:String}), 16))
ORDER BY relation, timestamp, log_id
LIMIT {p9:UInt64} BY relation
--   p1 = "abababababababababababababababab"
--   p2 = []
--   p3 = []
--   p4 = 256
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795200060000000000n"
--   p8 = "abababababababababababababababab"
--   p9 = 101

-- its failed spans
SELECT lower(hex(span_id)) AS span,
  service_name,
  name AS operation,
  arrayLastIndex(n -> n = 'exception', events.name) AS place,
  place > 0 AS is_exception,
  toUnixTimestamp64Nano(if(place > 0, events.timestamp[place], timestamp + toIntervalNanosecond(duration_ns))) AS time,
  if(place > 0, leftUTF8(events.attributes[place]['exception.type'], {p1:UInt32}), '') AS type,
  leftUTF8(if(place > 0 AND events.attributes[place]['exception.message'] != '', events.attributes[place]['exception.message'],
    status_message), {p2:UInt32}) AS message
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND trace_id = toFixedString(unhex({p6:String}), 16)
  AND (status_code = 2 OR has(events.name, 'exception'))
ORDER BY time, span_id
LIMIT {p7:UInt64}
--   p1 = 256
--   p2 = 256
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795200060000000000n"
--   p6 = "abababababababababababababababab"
--   p7 = 101

-- its exceptions in records
SELECT hex(log_id) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  service_name,
  lower(hex(span_id)) AS span,
  leftUTF8(attributes['exception.type'], {p1:UInt32}) AS type,
  leftUTF8(if(attributes['exception.message'] = '', body, attributes['exception.message']), {p2:UInt32}) AS message
FROM logs
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND trace_id = toFixedString(unhex({p6:String}), 16)
  AND (attributes['exception.type'] != '' OR attributes['exception.message'] != '')
ORDER BY timestamp, log_id
LIMIT {p7:UInt64}
--   p1 = 256
--   p2 = 256
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795200060000000000n"
--   p6 = "abababababababababababababababab"
--   p7 = 101

-- what is stored of it as errors
SELECT lower(hex(variant)) AS variant_hex,
  source,
  service_name,
  lower(hex(span_id)) AS span,
  toUnixTimestamp64Nano(timestamp) AS time,
  leftUTF8(toString(type), {p1:UInt32}) AS type,
  leftUTF8(message, {p2:UInt32}) AS message
FROM errors
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND trace_id = toFixedString(unhex({p6:String}), 16)
ORDER BY timestamp, record_id
LIMIT {p7:UInt64}
--   p1 = 256
--   p2 = 256
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795200060000000000n"
--   p6 = "abababababababababababababababab"
--   p7 = 101

-- its metrics
SELECT metric_name AS name,
  max(of_resource) AS is_of_resource,
  any(series_type) AS metric_type,
  any(series_unit) AS metric_unit,
  arraySort(groupUniqArray(toString(service))) AS services,
  count() AS series,
  sum(points) AS points
FROM (SELECT metric_name, series_hash, count() AS points
FROM metric_points
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND metric_name IN (SELECT metric_name
FROM metric_series
WHERE project_number = {p4:UInt32}
  AND (has({p5:Array(UInt64)}, resource_hash) OR has({p6:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p7:Int64})))
  AND (metric_name, series_hash) IN (SELECT metric_name, series_hash
FROM metric_series
WHERE project_number = {p8:UInt32}
  AND (has({p9:Array(UInt64)}, resource_hash) OR has({p10:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p11:Int64})))
GROUP BY metric_name, series_hash
UNION ALL
SELECT metric_name, series_hash, count() AS points
FROM metric_histograms
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND metric_name IN (SELECT metric_name
FROM metric_series
WHERE project_number = {p15:UInt32}
  AND (has({p16:Array(UInt64)}, resource_hash) OR has({p17:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p18:Int64})))
  AND (metric_name, series_hash) IN (SELECT metric_name, series_hash
FROM metric_series
WHERE project_number = {p19:UInt32}
  AND (has({p20:Array(UInt64)}, resource_hash) OR has({p21:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p22:Int64})))
GROUP BY metric_name, series_hash
UNION ALL
SELECT metric_name, series_hash, count() AS points
FROM metric_exponential_histograms
WHERE project_number = {p23:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p24:Int64}) AND timestamp < fromUnixTimestamp64Nano({p25:Int64})
  AND metric_name IN (SELECT metric_name
FROM metric_series
WHERE project_number = {p26:UInt32}
  AND (has({p27:Array(UInt64)}, resource_hash) OR has({p28:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p29:Int64})))
  AND (metric_name, series_hash) IN (SELECT metric_name, series_hash
FROM metric_series
WHERE project_number = {p30:UInt32}
  AND (has({p31:Array(UInt64)}, resource_hash) OR has({p32:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p33:Int64})))
GROUP BY metric_name, series_hash
UNION ALL
SELECT metric_name, series_hash, count() AS points
FROM metric_summaries
WHERE project_number = {p34:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p35:Int64}) AND timestamp < fromUnixTimestamp64Nano({p36:Int64})
  AND metric_name IN (SELECT metric_name
FROM metric_series
WHERE project_number = {p37:UInt32}
  AND (has({p38:Array(UInt64)}, resource_hash) OR has({p39:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p40:Int64})))
  AND (metric_name, series_hash) IN (SELECT metric_name, series_hash
FROM metric_series
WHERE project_number = {p41:UInt32}
  AND (has({p42:Array(UInt64)}, resource_hash) OR has({p43:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p44:Int64})))
GROUP BY metric_name, series_hash) AS counted
INNER ANY JOIN (SELECT metric_name, series_hash, type AS series_type, unit AS series_unit, service_name AS service,
  has({p45:Array(UInt64)}, resource_hash) AS of_resource
FROM metric_series
WHERE project_number = {p46:UInt32}
  AND (has({p47:Array(UInt64)}, resource_hash) OR has({p48:Array(String)}, service_name))
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p49:Int64}))) AS series USING (metric_name, series_hash)
GROUP BY metric_name
ORDER BY is_of_resource DESC, name
LIMIT {p50:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795200060000000000n"
--   p4 = 7
--   p5 = ["77n"]
--   p6 = ["shop"]
--   p7 = "1795110000000000000n"
--   p8 = 7
--   p9 = ["77n"]
--   p10 = ["shop"]
--   p11 = "1795110000000000000n"
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795200060000000000n"
--   p15 = 7
--   p16 = ["77n"]
--   p17 = ["shop"]
--   p18 = "1795110000000000000n"
--   p19 = 7
--   p20 = ["77n"]
--   p21 = ["shop"]
--   p22 = "1795110000000000000n"
--   p23 = 7
--   p24 = "1795200000000000000n"
--   p25 = "1795200060000000000n"
--   p26 = 7
--   p27 = ["77n"]
--   p28 = ["shop"]
--   p29 = "1795110000000000000n"
--   p30 = 7
--   p31 = ["77n"]
--   p32 = ["shop"]
--   p33 = "1795110000000000000n"
--   p34 = 7
--   p35 = "1795200000000000000n"
--   p36 = "1795200060000000000n"
--   p37 = 7
--   p38 = ["77n"]
--   p39 = ["shop"]
--   p40 = "1795110000000000000n"
--   p41 = 7
--   p42 = ["77n"]
--   p43 = ["shop"]
--   p44 = "1795110000000000000n"
--   p45 = ["77n"]
--   p46 = 7
--   p47 = ["77n"]
--   p48 = ["shop"]
--   p49 = "1795110000000000000n"
--   p50 = 101
