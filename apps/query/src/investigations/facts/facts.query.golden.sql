-- requests by minute
SELECT service_name AS service,
  intDiv(toUnixTimestamp(minute), {p1:UInt32}) * {p2:UInt32} AS bucket,
  toFloat64(sum(requests)) + sum(added_requests) AS request_total,
  toFloat64(sum(errors)) + sum(added_errors) AS error_total,
  quantilesTDigestMerge(0.5, 0.95, 0.99)(durations) AS percentiles
FROM request_minutes
WHERE project_number = {p3:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p4:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND service_name IN (SELECT service_name
FROM request_minutes
WHERE project_number = {p6:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p7:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p8:Int64}))
GROUP BY service_name
ORDER BY toFloat64(sum(requests)) + sum(added_requests) DESC, service_name
LIMIT {p9:UInt64})
GROUP BY service, bucket
HAVING request_total > 0
ORDER BY service, bucket
LIMIT {p10:UInt64}
--   p1 = 60
--   p2 = 60
--   p3 = 7
--   p4 = "1795201800000000000n"
--   p5 = "1795204200000000000n"
--   p6 = 7
--   p7 = "1795201800000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 200
--   p10 = 1000

-- requests by ten seconds
SELECT service_name AS service,
  intDiv(intDiv(toUnixTimestamp64Nano(timestamp), 1000000000), {p1:UInt32}) * {p2:UInt32} AS bucket,
  sum(adjusted_count) AS request_total,
  sumIf(adjusted_count, status_code = 2) AS error_total,
  quantilesTDigest(0.5, 0.95, 0.99)(duration_ns) AS percentiles
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND environment = {p6:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND service_name IN (SELECT service_name
FROM spans
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND environment = {p10:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
GROUP BY service_name
ORDER BY sum(adjusted_count) DESC, service_name
LIMIT {p11:UInt64})
GROUP BY service, bucket
ORDER BY service, bucket
LIMIT {p12:UInt64}
--   p1 = 10
--   p2 = 10
--   p3 = 7
--   p4 = "1795201800000000000n"
--   p5 = "1795204200000000000n"
--   p6 = "production"
--   p7 = 7
--   p8 = "1795201800000000000n"
--   p9 = "1795204200000000000n"
--   p10 = "production"
--   p11 = 200
--   p12 = 1000

-- stored spans
SELECT sum(spans) AS span_total
FROM request_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795203300000000000n"

-- calls between services
SELECT service AS caller,
  callee AS callee_name,
  abnormal_side AS is_abnormal,
  count() AS calls,
  countIf(failed) AS errors,
  avg(log2(greatest(took, 1))) AS duration_mean,
  varPop(log2(greatest(took, 1))) AS duration_variance,
  countIf(kind IN (3, 4) AND duration >= took) AS wire_calls,
  ifNotFinite(avgIf((duration - took) / 1e6, kind IN (3, 4) AND duration >= took), 0) AS wire_mean,
  ifNotFinite(varPopIf((duration - took) / 1e6, kind IN (3, 4) AND duration >= took), 0) AS wire_variance
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, cityHash64(trace_id, span_id) AS child_link, service_name AS callee, name AS step, status_code = 2 AS failed,
  duration_ns AS took, toUnixTimestamp64Nano(timestamp) AS began
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND parent_span_id != toFixedString('', 8)) AS callees INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS service, name AS operation, kind, status_code = 2 AS is_error, duration_ns AS duration,
  toUnixTimestamp64Nano(timestamp) AS start, timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AS abnormal_side, (arrayExists(t -> has({p12:Array(String)}, t.1) AND t.2 != '', arraySort(arrayMap(t -> (t.1, if(has({p13:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p14:Array(String)}, k), attributes), 'Array(Tuple(String, String))'))))
    AND NOT (kind = 3 AND arrayExists(t -> has({p15:Array(String)}, t.1) AND has({p16:Array(String)}, t.2), arraySort(arrayMap(t -> (t.1, if(has({p17:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p18:Array(String)}, k), attributes), 'Array(Tuple(String, String))')))))) AS names_target
FROM spans
WHERE project_number = {p19:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p20:Int64}) AND timestamp < fromUnixTimestamp64Nano({p21:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64}) AND cityHash64(trace_id) % {p24:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p25:Int64}) AND timestamp < fromUnixTimestamp64Nano({p26:Int64}) AND cityHash64(trace_id) % {p27:UInt32} = 0))
  AND environment = {p28:String}) AS callers USING (link)
WHERE service != callee AND service != '' AND callee != ''
GROUP BY caller, callee_name, is_abnormal
ORDER BY calls DESC, caller, callee_name, is_abnormal
LIMIT {p29:UInt64}
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = "1795203600000000000n"
--   p12 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p13 = ["url.full","http.url"]
--   p14 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p15 = ["messaging.operation.type","messaging.operation"]
--   p16 = ["receive","process","deliver","settle"]
--   p17 = ["url.full","http.url"]
--   p18 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p19 = 7
--   p20 = "1795201800000000000n"
--   p21 = "1795204200000000000n"
--   p22 = "1795201800000000000n"
--   p23 = "1795203300000000000n"
--   p24 = 3
--   p25 = "1795203600000000000n"
--   p26 = "1795204200000000000n"
--   p27 = 1
--   p28 = "production"
--   p29 = 5000

-- calls to targets without spans
SELECT service AS caller,
  target_kind AS kind,
  told_values AS told,
  arrayFirst(c -> c.3 != service, children).3 AS answered_by,
  abnormal_side AS is_abnormal,
  count() AS calls,
  countIf(failed) AS errors,
  avg(log2(greatest(took, 1))) AS duration_mean,
  varPop(log2(greatest(took, 1))) AS duration_variance
FROM (SELECT cityHash64(trace_id, span_id) AS link, service_name AS service, kind AS target_kind, arraySort(arrayMap(t -> (t.1, if(has({p1:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p2:Array(String)}, k), attributes), 'Array(Tuple(String, String))'))) AS told_values, status_code = 2 AS failed,
  duration_ns AS took, timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AS abnormal_side
FROM spans
WHERE project_number = {p4:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64}) AND cityHash64(trace_id) % {p12:UInt32} = 0))
  AND environment = {p13:String}
  AND kind IN (3, 4, 5)) AS spans LEFT JOIN (SELECT link, groupArray((began, began + toInt64(took), toString(of_service), failed)) AS children
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, toUnixTimestamp64Nano(timestamp) AS began, duration_ns AS took, service_name AS of_service,
  status_code = 2 AS failed
FROM spans
WHERE project_number = {p14:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p17:Int64}) AND timestamp < fromUnixTimestamp64Nano({p18:Int64}) AND cityHash64(trace_id) % {p19:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p20:Int64}) AND timestamp < fromUnixTimestamp64Nano({p21:Int64}) AND cityHash64(trace_id) % {p22:UInt32} = 0))
  AND environment = {p23:String}
  AND parent_span_id != toFixedString('', 8))
GROUP BY link) AS parents USING (link)
WHERE service != '' AND (empty(children) OR answered_by != '')
GROUP BY caller, kind, told, answered_by, is_abnormal
ORDER BY calls DESC, caller, kind, told, answered_by, is_abnormal
LIMIT {p24:UInt64}
--   p1 = ["url.full","http.url"]
--   p2 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p3 = "1795203600000000000n"
--   p4 = 7
--   p5 = "1795201800000000000n"
--   p6 = "1795204200000000000n"
--   p7 = "1795201800000000000n"
--   p8 = "1795203300000000000n"
--   p9 = 3
--   p10 = "1795203600000000000n"
--   p11 = "1795204200000000000n"
--   p12 = 1
--   p13 = "production"
--   p14 = 7
--   p15 = "1795201800000000000n"
--   p16 = "1795204200000000000n"
--   p17 = "1795201800000000000n"
--   p18 = "1795203300000000000n"
--   p19 = 3
--   p20 = "1795203600000000000n"
--   p21 = "1795204200000000000n"
--   p22 = 1
--   p23 = "production"
--   p24 = 10000

-- operations and their own time
SELECT service,
  operation,
  abnormal_side AS is_abnormal,
  count() AS calls,
  countIf(is_error) AS errors,
  countIf(is_own_error) AS own_errors,
  countIf(NOT is_answered) AS own_calls,
  ifNotFinite(avgIf(log2(greatest(toFloat64(1), toFloat64(duration) - toFloat64(covered))), NOT is_answered), 0) AS own_mean,
  ifNotFinite(varPopIf(log2(greatest(toFloat64(1), toFloat64(duration) - toFloat64(covered))), NOT is_answered), 0) AS own_variance,
  ifNotFinite(avgIf(greatest(toFloat64(1), toFloat64(duration) - toFloat64(covered)), NOT is_answered), 0) / 1e6 AS own_ms,
  sumMap([toUInt32(intDiv(intDiv(start, 1000000000), {p1:UInt32}) * {p2:UInt32})], [toUInt64(1)], [toUInt64(is_own_error)],
  [toUInt64(NOT is_answered)], [if(is_answered, 0., log2(greatest(toFloat64(1), toFloat64(duration) - toFloat64(covered))))]) AS buckets
FROM (SELECT service, operation, start, abnormal_side, is_error, names_target, tupleElement(arrayFold(
    (acc, x) -> (acc.1 + greatest(toInt64(0), x.2 - greatest(x.1, acc.2)), greatest(acc.2, x.2)),
    arraySort(x -> x.1, arrayMap(c -> if(c.1 < start OR c.2 > start + toInt64(duration),
      (start, start + least(toInt64(duration), c.2 - c.1)), (c.1, c.2)), children)),
    (toInt64(0), start)), 1) AS covered, duration, kind IN (3, 4) AND arrayExists(c -> c.3 != service, children) AS is_answered,
  is_error AND NOT arrayExists(c -> c.4, children) AND NOT (kind IN (3, 4) AND names_target AND empty(children))
    AND NOT (kind IN (3, 4) AND arrayExists(c -> c.3 != service AND c.2 - c.1 >= toInt64(duration), children)) AS is_own_error
FROM (SELECT cityHash64(trace_id, span_id) AS link, service_name AS service, name AS operation, kind, status_code = 2 AS is_error, duration_ns AS duration,
  toUnixTimestamp64Nano(timestamp) AS start, timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AS abnormal_side, (arrayExists(t -> has({p4:Array(String)}, t.1) AND t.2 != '', arraySort(arrayMap(t -> (t.1, if(has({p5:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p6:Array(String)}, k), attributes), 'Array(Tuple(String, String))'))))
    AND NOT (kind = 3 AND arrayExists(t -> has({p7:Array(String)}, t.1) AND has({p8:Array(String)}, t.2), arraySort(arrayMap(t -> (t.1, if(has({p9:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p10:Array(String)}, k), attributes), 'Array(Tuple(String, String))')))))) AS names_target
FROM spans
WHERE project_number = {p11:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64}) AND cityHash64(trace_id) % {p16:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p17:Int64}) AND timestamp < fromUnixTimestamp64Nano({p18:Int64}) AND cityHash64(trace_id) % {p19:UInt32} = 0))
  AND environment = {p20:String}) AS spans LEFT JOIN (SELECT link, groupArray((began, began + toInt64(took), toString(of_service), failed)) AS children
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, toUnixTimestamp64Nano(timestamp) AS began, duration_ns AS took, service_name AS of_service,
  status_code = 2 AS failed
FROM spans
WHERE project_number = {p21:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p24:Int64}) AND timestamp < fromUnixTimestamp64Nano({p25:Int64}) AND cityHash64(trace_id) % {p26:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p27:Int64}) AND timestamp < fromUnixTimestamp64Nano({p28:Int64}) AND cityHash64(trace_id) % {p29:UInt32} = 0))
  AND environment = {p30:String}
  AND parent_span_id != toFixedString('', 8))
GROUP BY link) AS parents USING (link))
WHERE service != ''
GROUP BY service, operation, is_abnormal
ORDER BY calls DESC, service, operation, is_abnormal
LIMIT {p31:UInt64}
--   p1 = 60
--   p2 = 60
--   p3 = "1795203600000000000n"
--   p4 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p5 = ["url.full","http.url"]
--   p6 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p7 = ["messaging.operation.type","messaging.operation"]
--   p8 = ["receive","process","deliver","settle"]
--   p9 = ["url.full","http.url"]
--   p10 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p11 = 7
--   p12 = "1795201800000000000n"
--   p13 = "1795204200000000000n"
--   p14 = "1795201800000000000n"
--   p15 = "1795203300000000000n"
--   p16 = 3
--   p17 = "1795203600000000000n"
--   p18 = "1795204200000000000n"
--   p19 = 1
--   p20 = "production"
--   p21 = 7
--   p22 = "1795201800000000000n"
--   p23 = "1795204200000000000n"
--   p24 = "1795201800000000000n"
--   p25 = "1795203300000000000n"
--   p26 = 3
--   p27 = "1795203600000000000n"
--   p28 = "1795204200000000000n"
--   p29 = 1
--   p30 = "production"
--   p31 = 5000

-- spans of each operation
SELECT service_name AS service,
  name AS operation,
  timestamp >= fromUnixTimestamp64Nano({p1:Int64}) AS is_abnormal,
  count() AS calls
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64}) AND cityHash64(trace_id) % {p7:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64}) AND cityHash64(trace_id) % {p10:UInt32} = 0))
  AND environment = {p11:String}
GROUP BY service, operation, is_abnormal
ORDER BY calls DESC, service, operation, is_abnormal
LIMIT {p12:UInt64}
--   p1 = "1795203600000000000n"
--   p2 = 7
--   p3 = "1795201800000000000n"
--   p4 = "1795204200000000000n"
--   p5 = "1795201800000000000n"
--   p6 = "1795203300000000000n"
--   p7 = 3
--   p8 = "1795203600000000000n"
--   p9 = "1795204200000000000n"
--   p10 = 1
--   p11 = "production"
--   p12 = 5000

-- calls of each operation
SELECT service AS caller,
  operation AS caller_operation,
  callee AS callee_name,
  step AS callee_operation,
  abnormal_side AS is_abnormal,
  uniqExact(link) AS spans,
  min(began) AS first
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, cityHash64(trace_id, span_id) AS child_link, service_name AS callee, name AS step, status_code = 2 AS failed,
  duration_ns AS took, toUnixTimestamp64Nano(timestamp) AS began
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND parent_span_id != toFixedString('', 8)) AS callees INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS service, name AS operation, kind, status_code = 2 AS is_error, duration_ns AS duration,
  toUnixTimestamp64Nano(timestamp) AS start, timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AS abnormal_side, (arrayExists(t -> has({p12:Array(String)}, t.1) AND t.2 != '', arraySort(arrayMap(t -> (t.1, if(has({p13:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p14:Array(String)}, k), attributes), 'Array(Tuple(String, String))'))))
    AND NOT (kind = 3 AND arrayExists(t -> has({p15:Array(String)}, t.1) AND has({p16:Array(String)}, t.2), arraySort(arrayMap(t -> (t.1, if(has({p17:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p18:Array(String)}, k), attributes), 'Array(Tuple(String, String))')))))) AS names_target
FROM spans
WHERE project_number = {p19:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p20:Int64}) AND timestamp < fromUnixTimestamp64Nano({p21:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64}) AND cityHash64(trace_id) % {p24:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p25:Int64}) AND timestamp < fromUnixTimestamp64Nano({p26:Int64}) AND cityHash64(trace_id) % {p27:UInt32} = 0))
  AND environment = {p28:String}) AS callers USING (link)
WHERE service != ''
GROUP BY caller, caller_operation, callee_name, callee_operation, is_abnormal
ORDER BY spans DESC, caller, caller_operation, callee_name, callee_operation, is_abnormal
LIMIT {p29:UInt64}
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = "1795203600000000000n"
--   p12 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p13 = ["url.full","http.url"]
--   p14 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p15 = ["messaging.operation.type","messaging.operation"]
--   p16 = ["receive","process","deliver","settle"]
--   p17 = ["url.full","http.url"]
--   p18 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p19 = 7
--   p20 = "1795201800000000000n"
--   p21 = "1795204200000000000n"
--   p22 = "1795201800000000000n"
--   p23 = "1795203300000000000n"
--   p24 = 3
--   p25 = "1795203600000000000n"
--   p26 = "1795204200000000000n"
--   p27 = 1
--   p28 = "production"
--   p29 = 10000

-- messages of sampled traces
SELECT log_service AS service,
  log_operation AS operation,
  abnormal_side AS is_abnormal,
  message,
  max(severity_number) AS severity,
  uniqExact(span_link) AS spans,
  count() AS records,
  min(began) AS first
FROM (SELECT log_service, operation AS log_operation, log_abnormal AS abnormal_side, message, severity_number, began, link AS span_link
FROM (SELECT cityHash64(trace_id, span_id) AS link, service_name AS log_service, leftUTF8(body, {p1:UInt32}) AS message, severity_number,
  toUnixTimestamp64Nano(timestamp) AS began, timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AS log_abnormal
FROM logs
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64}) AND cityHash64(trace_id) % {p8:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64}) AND cityHash64(trace_id) % {p11:UInt32} = 0))
  AND environment = {p12:String}
  AND span_id != toFixedString('', 8)) AS records INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS service, name AS operation, kind, status_code = 2 AS is_error, duration_ns AS duration,
  toUnixTimestamp64Nano(timestamp) AS start, timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AS abnormal_side, (arrayExists(t -> has({p14:Array(String)}, t.1) AND t.2 != '', arraySort(arrayMap(t -> (t.1, if(has({p15:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p16:Array(String)}, k), attributes), 'Array(Tuple(String, String))'))))
    AND NOT (kind = 3 AND arrayExists(t -> has({p17:Array(String)}, t.1) AND has({p18:Array(String)}, t.2), arraySort(arrayMap(t -> (t.1, if(has({p19:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p20:Array(String)}, k), attributes), 'Array(Tuple(String, String))')))))) AS names_target
FROM spans
WHERE project_number = {p21:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p24:Int64}) AND timestamp < fromUnixTimestamp64Nano({p25:Int64}) AND cityHash64(trace_id) % {p26:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p27:Int64}) AND timestamp < fromUnixTimestamp64Nano({p28:Int64}) AND cityHash64(trace_id) % {p29:UInt32} = 0))
  AND environment = {p30:String}) AS spans USING (link))
GROUP BY service, operation, is_abnormal, message
ORDER BY severity DESC, spans DESC, service, operation, is_abnormal, message
LIMIT {p31:UInt64}
--   p1 = 300
--   p2 = "1795203600000000000n"
--   p3 = 7
--   p4 = "1795201800000000000n"
--   p5 = "1795204200000000000n"
--   p6 = "1795201800000000000n"
--   p7 = "1795203300000000000n"
--   p8 = 3
--   p9 = "1795203600000000000n"
--   p10 = "1795204200000000000n"
--   p11 = 1
--   p12 = "production"
--   p13 = "1795203600000000000n"
--   p14 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p15 = ["url.full","http.url"]
--   p16 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p17 = ["messaging.operation.type","messaging.operation"]
--   p18 = ["receive","process","deliver","settle"]
--   p19 = ["url.full","http.url"]
--   p20 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p21 = 7
--   p22 = "1795201800000000000n"
--   p23 = "1795204200000000000n"
--   p24 = "1795201800000000000n"
--   p25 = "1795203300000000000n"
--   p26 = 3
--   p27 = "1795203600000000000n"
--   p28 = "1795204200000000000n"
--   p29 = 1
--   p30 = "production"
--   p31 = 40000

-- messages without a span
SELECT log_service AS service,
  log_operation AS operation,
  abnormal_side AS is_abnormal,
  message,
  max(severity_number) AS severity,
  uniqExact(span_link) AS spans,
  count() AS records,
  min(began) AS first
FROM (SELECT service_name AS log_service, '' AS log_operation, {p1:UInt32} AS abnormal_side, leftUTF8(body, {p2:UInt32}) AS message,
  severity_number, toUnixTimestamp64Nano(timestamp) AS began, record_id AS span_link
FROM logs
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND span_id = toFixedString('', 8)
  AND cityHash64(record_id) % {p6:UInt32} = 0
  AND environment = {p7:String}
UNION ALL
SELECT service_name AS log_service, '' AS log_operation, {p8:UInt32} AS abnormal_side, leftUTF8(body, {p9:UInt32}) AS message,
  severity_number, toUnixTimestamp64Nano(timestamp) AS began, record_id AS span_link
FROM logs
WHERE project_number = {p10:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AND timestamp < fromUnixTimestamp64Nano({p12:Int64})
  AND span_id = toFixedString('', 8)
  AND cityHash64(record_id) % {p13:UInt32} = 0
  AND environment = {p14:String})
GROUP BY service, operation, is_abnormal, message
ORDER BY severity DESC, spans DESC, service, operation, is_abnormal, message
LIMIT {p15:UInt64}
--   p1 = 0
--   p2 = 300
--   p3 = 7
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "production"
--   p8 = 1
--   p9 = 300
--   p10 = 7
--   p11 = "1795203600000000000n"
--   p12 = "1795204200000000000n"
--   p13 = 1
--   p14 = "production"
--   p15 = 40000

-- stored records
SELECT sum(records) AS record_total
FROM log_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND environment = {p4:String}
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795203300000000000n"
--   p4 = "production"

-- attributes of failed requests
SELECT of_service AS service,
  pair.1 AS key,
  pair.2 AS value,
  countIf(bad) AS bad_requests,
  countIf(NOT bad) AS good_requests
FROM (SELECT service_name AS of_service, status_code = 2 AS bad, arrayJoin(arrayDistinct(arrayConcat(
    arrayFilter(p -> length(p.2) BETWEEN 1 AND {p1:UInt32}, CAST(attributes, 'Array(Tuple(String, String))')),
    arrayFilter(p -> p.2 != '', [('release', toString(release))]),
    arrayFlatten(arrayMap(e -> if(e['feature_flag.key'] = '', [], [(concat('feature_flag.', e['feature_flag.key']),
      if(e['feature_flag.result.variant'] != '', e['feature_flag.result.variant'], e['feature_flag.variant']))]), events.attributes))))) AS pair
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64}) AND cityHash64(trace_id) % {p7:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64}) AND cityHash64(trace_id) % {p10:UInt32} = 0))
  AND environment = {p11:String}
  AND service_name = {p12:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}))
GROUP BY service, key, value
HAVING bad_requests >= {p14:UInt32}
ORDER BY bad_requests / (good_requests + 1) DESC, bad_requests DESC, service, key, value
LIMIT {p15:UInt64}
--   p1 = 128
--   p2 = 7
--   p3 = "1795201800000000000n"
--   p4 = "1795204200000000000n"
--   p5 = "1795201800000000000n"
--   p6 = "1795203300000000000n"
--   p7 = 3
--   p8 = "1795203600000000000n"
--   p9 = "1795204200000000000n"
--   p10 = 1
--   p11 = "production"
--   p12 = "web"
--   p13 = "1795203600000000000n"
--   p14 = 20
--   p15 = 500

-- attributes of slow requests
SELECT of_service AS service,
  pair.1 AS key,
  pair.2 AS value,
  countIf(bad) AS bad_requests,
  countIf(NOT bad) AS good_requests
FROM (SELECT service_name AS of_service, duration_ns > {p1:UInt64} AS bad, arrayJoin(arrayDistinct(arrayConcat(
    arrayFilter(p -> length(p.2) BETWEEN 1 AND {p2:UInt32}, CAST(attributes, 'Array(Tuple(String, String))')),
    arrayFilter(p -> p.2 != '', [('release', toString(release))]),
    arrayFlatten(arrayMap(e -> if(e['feature_flag.key'] = '', [], [(concat('feature_flag.', e['feature_flag.key']),
      if(e['feature_flag.result.variant'] != '', e['feature_flag.result.variant'], e['feature_flag.variant']))]), events.attributes))))) AS pair
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64}) AND cityHash64(trace_id) % {p8:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64}) AND cityHash64(trace_id) % {p11:UInt32} = 0))
  AND environment = {p12:String}
  AND service_name = {p13:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}))
GROUP BY service, key, value
HAVING bad_requests >= {p15:UInt32}
ORDER BY bad_requests / (good_requests + 1) DESC, bad_requests DESC, service, key, value
LIMIT {p16:UInt64}
--   p1 = "250000000n"
--   p2 = 128
--   p3 = 7
--   p4 = "1795201800000000000n"
--   p5 = "1795204200000000000n"
--   p6 = "1795201800000000000n"
--   p7 = "1795203300000000000n"
--   p8 = 3
--   p9 = "1795203600000000000n"
--   p10 = "1795204200000000000n"
--   p11 = 1
--   p12 = "production"
--   p13 = "web"
--   p14 = "1795203600000000000n"
--   p15 = 20
--   p16 = 500

-- failed and other requests
SELECT of_service AS service,
  countIf(bad) AS bad_requests,
  countIf(NOT bad) AS good_requests
FROM (SELECT service_name AS of_service, status_code = 2 AS bad, 1
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND service_name = {p11:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}))
GROUP BY service
ORDER BY bad_requests DESC, service
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = "web"
--   p12 = "1795203600000000000n"

-- requests of an operation
SELECT of_service AS service,
  countIf(bad) AS bad_requests,
  countIf(NOT bad) AS good_requests
FROM (SELECT service_name AS of_service, status_code = 2 AS bad, 1
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND service_name = {p11:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64}) AND cityHash64(trace_id) % {p17:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64}) AND cityHash64(trace_id) % {p20:UInt32} = 0))
  AND environment = {p21:String}
  AND name = {p22:String})
  AND timestamp >= fromUnixTimestamp64Nano({p23:Int64}))
GROUP BY service
ORDER BY bad_requests DESC, service
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = "web"
--   p12 = 7
--   p13 = "1795201800000000000n"
--   p14 = "1795204200000000000n"
--   p15 = "1795201800000000000n"
--   p16 = "1795203300000000000n"
--   p17 = 3
--   p18 = "1795203600000000000n"
--   p19 = "1795204200000000000n"
--   p20 = 1
--   p21 = "production"
--   p22 = "POST /order"
--   p23 = "1795203600000000000n"

-- requests of an issue and others
SELECT of_service AS service,
  countIf(bad) AS bad_requests,
  countIf(NOT bad) AS good_requests
FROM (SELECT service_name AS of_service, trace_id IN (SELECT trace_id
FROM errors
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND variant IN (SELECT variant
FROM issue_variants FINAL
WHERE project_number = {p4:UInt32}
  AND issue_id = toFixedString(unhex({p5:String}), 16))
  AND trace_id != toFixedString('', 16)) AS bad, 1
FROM spans
WHERE project_number = {p6:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64}) AND cityHash64(trace_id) % {p11:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64}) AND cityHash64(trace_id) % {p14:UInt32} = 0))
  AND environment = {p15:String}
  AND service_name = {p16:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p17:Int64}))
GROUP BY service
ORDER BY bad_requests DESC, service
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = 7
--   p5 = "1a2b3c4d000040008000000000000001"
--   p6 = 7
--   p7 = "1795201800000000000n"
--   p8 = "1795204200000000000n"
--   p9 = "1795201800000000000n"
--   p10 = "1795203300000000000n"
--   p11 = 3
--   p12 = "1795203600000000000n"
--   p13 = "1795204200000000000n"
--   p14 = 1
--   p15 = "production"
--   p16 = "web"
--   p17 = "1795203600000000000n"

-- requests of a person and others
SELECT of_service AS service,
  countIf(bad) AS bad_requests,
  countIf(NOT bad) AS good_requests
FROM (SELECT service_name AS of_service, (status_code = 2 AND trace_id IN (SELECT trace_id
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND distinct_id IN (SELECT canonical AS linked_id FROM (SELECT arrayJoin({p11:Array(String)}) AS canonical)
UNION ALL
SELECT linked_id FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p12:UInt32}
  AND canonical_distinct_id != distinct_id) WHERE canonical_id IN (SELECT arrayJoin({p13:Array(String)}) AS canonical)))) AS bad, 1
FROM spans
WHERE project_number = {p14:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p17:Int64}) AND timestamp < fromUnixTimestamp64Nano({p18:Int64}) AND cityHash64(trace_id) % {p19:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p20:Int64}) AND timestamp < fromUnixTimestamp64Nano({p21:Int64}) AND cityHash64(trace_id) % {p22:UInt32} = 0))
  AND environment = {p23:String}
  AND service_name = {p24:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p25:Int64}))
GROUP BY service
ORDER BY bad_requests DESC, service
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = ["ann"]
--   p12 = 7
--   p13 = ["ann"]
--   p14 = 7
--   p15 = "1795201800000000000n"
--   p16 = "1795204200000000000n"
--   p17 = "1795201800000000000n"
--   p18 = "1795203300000000000n"
--   p19 = 3
--   p20 = "1795203600000000000n"
--   p21 = "1795204200000000000n"
--   p22 = 1
--   p23 = "production"
--   p24 = "web"
--   p25 = "1795203600000000000n"

-- spans of slow and of normal requests
SELECT lower(hex(trace_id)) AS trace,
  lower(hex(span_id)) AS span,
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
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND trace_id IN (SELECT chosen
FROM (SELECT trace_id AS chosen, max(timestamp >= fromUnixTimestamp64Nano({p11:Int64})) AS side
FROM spans
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64}) AND cityHash64(trace_id) % {p17:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64}) AND cityHash64(trace_id) % {p20:UInt32} = 0))
  AND environment = {p21:String}
  AND service_name = {p22:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND (NOT timestamp >= fromUnixTimestamp64Nano({p23:Int64}) OR duration_ns > {p24:UInt64})
GROUP BY chosen
ORDER BY cityHash64(chosen)
LIMIT {p25:UInt64} BY side))
ORDER BY trace_id
LIMIT {p26:UInt64}
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = "1795203600000000000n"
--   p12 = 7
--   p13 = "1795201800000000000n"
--   p14 = "1795204200000000000n"
--   p15 = "1795201800000000000n"
--   p16 = "1795203300000000000n"
--   p17 = 3
--   p18 = "1795203600000000000n"
--   p19 = "1795204200000000000n"
--   p20 = 1
--   p21 = "production"
--   p22 = "web"
--   p23 = "1795203600000000000n"
--   p24 = "250000000n"
--   p25 = 200
--   p26 = 40000

-- requests of both sides
SELECT of_service AS service,
  countIf(NOT abnormal_side) AS normal_requests,
  countIf(abnormal_side) AS abnormal_requests
FROM (SELECT service_name AS of_service, timestamp >= fromUnixTimestamp64Nano({p1:Int64}) AS abnormal_side, 1
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64}) AND cityHash64(trace_id) % {p7:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64}) AND cityHash64(trace_id) % {p10:UInt32} = 0))
  AND environment = {p11:String}
  AND service_name = {p12:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8)))
GROUP BY service
ORDER BY service
--   p1 = "1795203600000000000n"
--   p2 = 7
--   p3 = "1795201800000000000n"
--   p4 = "1795204200000000000n"
--   p5 = "1795201800000000000n"
--   p6 = "1795203300000000000n"
--   p7 = 3
--   p8 = "1795203600000000000n"
--   p9 = "1795204200000000000n"
--   p10 = 1
--   p11 = "production"
--   p12 = "web"

-- attributes of requests of both sides
SELECT of_service AS service,
  pair.1 AS key,
  pair.2 AS value,
  countIf(NOT abnormal_side) AS normal_requests,
  countIf(abnormal_side) AS abnormal_requests
FROM (SELECT service_name AS of_service, timestamp >= fromUnixTimestamp64Nano({p1:Int64}) AS abnormal_side, arrayJoin(arrayFilter(p -> length(p.2) BETWEEN 1 AND {p2:UInt32}, CAST(attributes, 'Array(Tuple(String, String))'))) AS pair
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64}) AND cityHash64(trace_id) % {p8:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64}) AND cityHash64(trace_id) % {p11:UInt32} = 0))
  AND environment = {p12:String}
  AND service_name = {p13:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8)))
GROUP BY service, key, value
HAVING abnormal_requests >= {p14:UInt32}
ORDER BY abnormal_requests DESC, service, key, value
LIMIT {p15:UInt64}
--   p1 = "1795203600000000000n"
--   p2 = 128
--   p3 = 7
--   p4 = "1795201800000000000n"
--   p5 = "1795204200000000000n"
--   p6 = "1795201800000000000n"
--   p7 = "1795203300000000000n"
--   p8 = 3
--   p9 = "1795203600000000000n"
--   p10 = "1795204200000000000n"
--   p11 = 1
--   p12 = "production"
--   p13 = "web"
--   p14 = 20
--   p15 = 500

-- services of releases
SELECT toString(release) AS version,
  service_name AS service,
  count() AS requests
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}) AND cityHash64(trace_id) % {p6:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64}) AND cityHash64(trace_id) % {p9:UInt32} = 0))
  AND environment = {p10:String}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64})
  AND has({p12:Array(String)}, release)
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
GROUP BY version, service
ORDER BY requests DESC, version, service
LIMIT {p13:UInt64}
--   p1 = 7
--   p2 = "1795201800000000000n"
--   p3 = "1795204200000000000n"
--   p4 = "1795201800000000000n"
--   p5 = "1795203300000000000n"
--   p6 = 3
--   p7 = "1795203600000000000n"
--   p8 = "1795204200000000000n"
--   p9 = 1
--   p10 = "production"
--   p11 = "1795203600000000000n"
--   p12 = ["1.2","web@1.2"]
--   p13 = 1000

-- requests of services with issues
SELECT service_name AS service,
  toFloat64(sumIf(requests, NOT minute >= toDateTime(fromUnixTimestamp64Nano({p1:Int64})))) + sumIf(added_requests, NOT minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))) AS normal,
  toFloat64(sumIf(requests, minute >= toDateTime(fromUnixTimestamp64Nano({p3:Int64})))) + sumIf(added_requests, minute >= toDateTime(fromUnixTimestamp64Nano({p4:Int64}))) AS abnormal
FROM request_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
  AND service_name = {p8:String}
GROUP BY service
ORDER BY service
--   p1 = "1795203600000000000n"
--   p2 = "1795203600000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "1795203600000000000n"
--   p5 = 7
--   p6 = "1795201800000000000n"
--   p7 = "1795204200000000000n"
--   p8 = "web"

-- affected persons
SELECT uniqExactIf(person, bad AND person != '') AS persons,
  countIf(bad) AS requests
FROM (SELECT service_name AS of_service, status_code = 2 AS bad, if(distinct_id = '', '', lower(distinct_id || {p1:String})) AS person
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64}) AND cityHash64(trace_id) % {p7:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64}) AND cityHash64(trace_id) % {p10:UInt32} = 0))
  AND environment = {p11:String}
  AND service_name = {p12:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}))
--   p1 = ""
--   p2 = 7
--   p3 = "1795201800000000000n"
--   p4 = "1795204200000000000n"
--   p5 = "1795201800000000000n"
--   p6 = "1795203300000000000n"
--   p7 = 3
--   p8 = "1795203600000000000n"
--   p9 = "1795204200000000000n"
--   p10 = 1
--   p11 = "production"
--   p12 = "web"
--   p13 = "1795203600000000000n"

-- accounts of failed requests
SELECT toString(arrayJoin(mapKeys(groups)) AS group_type) AS type,
  groups[group_type] AS account,
  uniqExact(person) AS persons,
  count() OVER () AS accounts
FROM (SELECT groups, transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS person, arrayJoin(arrayFilter(h -> h != 0, [if(trace_id = toFixedString('', 16), 0, cityHash64('trace', trace_id)),
    if(session_id = '', 0, cityHash64('session', session_id)), if(distinct_id = '', 0, cityHash64('person', transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p3:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p4:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id)))])) AS link
FROM events
WHERE project_number = {p5:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p6:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p7:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND notEmpty(groups))
WHERE link IN (SELECT arrayJoin(links)
FROM (SELECT service_name AS of_service, status_code = 2 AS bad, arrayFilter(h -> h != 0, [if(trace_id = toFixedString('', 16), 0, cityHash64('trace', trace_id)),
    if(session_id = '', 0, cityHash64('session', session_id)), if(distinct_id = '', 0, cityHash64('person', transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p10:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p11:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id)))]) AS links
FROM spans
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64}) AND cityHash64(trace_id) % {p17:UInt32} = 0) OR (timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64}) AND cityHash64(trace_id) % {p20:UInt32} = 0))
  AND environment = {p21:String}
  AND service_name = {p22:String}
  AND (kind IN (2, 5) OR parent_span_id = toFixedString('', 8))
  AND timestamp >= fromUnixTimestamp64Nano({p23:Int64}))
WHERE bad)
GROUP BY type, account
ORDER BY persons DESC, type, account
LIMIT {p24:UInt64}
--   p1 = 7
--   p2 = 7
--   p3 = 7
--   p4 = 7
--   p5 = 7
--   p6 = "1795201800000000000n"
--   p7 = "1795204199999999999n"
--   p8 = "1795201800000000000n"
--   p9 = "1795204200000000000n"
--   p10 = 7
--   p11 = 7
--   p12 = 7
--   p13 = "1795201800000000000n"
--   p14 = "1795204200000000000n"
--   p15 = "1795201800000000000n"
--   p16 = "1795203300000000000n"
--   p17 = 3
--   p18 = "1795203600000000000n"
--   p19 = "1795204200000000000n"
--   p20 = 1
--   p21 = "production"
--   p22 = "web"
--   p23 = "1795203600000000000n"
--   p24 = 20

-- metrics that changed
SELECT toString(metric_name) AS metric,
  of_service AS service,
  of_unit AS unit,
  figure_name AS figure,
  labels AS attributes,
  buckets AS points,
  count() OVER () AS compared
FROM (SELECT *, arrayReduce('quantilesExactInclusive(0.25, 0.5, 0.75)', normal) AS before,
  arrayReduce('quantilesExactInclusive(0.25, 0.75)', abnormal) AS during
FROM (SELECT *, arrayMap(p -> p.2, buckets) AS all_values,
  arrayMap(p -> p.2, arrayFilter(p -> p.1 < toInt64(toUnixTimestamp(toDateTime(fromUnixTimestamp64Nano({p1:Int64})))), buckets)) AS normal,
  arrayMap(p -> p.2, arrayFilter(p -> p.1 >= toInt64(toUnixTimestamp(toDateTime(fromUnixTimestamp64Nano({p2:Int64})))), buckets)) AS abnormal
FROM (SELECT metric_name, of_service, of_unit, figure_name, labels, arrayMap(b -> (b.1, b.2), arrayFilter(b -> b.3 > 0,
  arrayMap((place, value, size) -> ({p3:Int64} + (toInt64(place) - 1) * {p4:Int64}, if(figure_name = 'level', value / size, value), size),
    arrayEnumerate(sums), sums, counts))) AS buckets
FROM (SELECT metric_name, of_service, of_unit, part.1 AS figure_name, part.2 AS labels, sumForEach(part.3) AS sums, sumForEach(part.4) AS counts
FROM (SELECT metric_name, of_service, of_unit, arrayJoin([(if(is_counter, 'increase', 'level'), own, amounts, is_present),
  ('series', CAST(map(), 'Map(String, String)'), arrayMap(has -> toFloat64(has), has_points), has_points)]) AS part
FROM (SELECT metric_name, of_service, of_unit, own, is_counter,
  arrayMap(size -> size > 0, sizes) AS has_points,
  arrayMap((size, seen) -> size > 0 AND seen > size, sizes, arrayCumSum(sizes)) AS has_increase,
  arrayFill((total, size) -> size > 0, totals, sizes) AS known,
  multiIf(NOT is_counter, arrayMap((value, size) -> if(size > 0, value / size, 0), added, sizes), NOT is_cumulative, added,
    arrayMap((total, before, is_known) -> multiIf(NOT is_known, 0, total < before, total, total - before),
      known, arrayPushFront(arrayPopBack(known), 0.), has_increase)) AS amounts,
  if(is_counter AND is_cumulative, has_increase, has_points) AS is_present
FROM (SELECT metric_name, series_hash, sumResample(0, {p5:UInt32}, 1)(value, toInt64(intDiv(toUnixTimestamp(timestamp) - {p6:Int64}, {p7:Int64}))) AS added, countResample(0, {p8:UInt32}, 1)(value, toInt64(intDiv(toUnixTimestamp(timestamp) - {p9:Int64}, {p10:Int64}))) AS sizes, argMaxResample(0, {p11:UInt32}, 1)(value, timestamp, toInt64(intDiv(toUnixTimestamp(timestamp) - {p12:Int64}, {p13:Int64}))) AS totals
FROM metric_points
WHERE project_number = {p14:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND isFinite(value)
  AND (metric_name, series_hash) IN (SELECT of_metric, of_series FROM (SELECT metric_name AS of_metric, series_hash AS of_series, toString(any(service_name)) AS of_service, toString(argMax(unit, last_seen)) AS of_unit,
  argMax(is_monotonic, last_seen) AND argMax(type, last_seen) = 2 AS is_counter, argMax(temporality, last_seen) = 2 AS is_cumulative, CAST(any(attributes), 'Map(String, String)') AS own
FROM metric_series
WHERE project_number = {p17:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p18:Int64}))
  AND (type = 1 OR type = 2 AND (is_monotonic OR temporality = 2))
  AND NOT match(metric_name, {p19:String})
  AND service_name = {p20:String}
  AND environment = {p21:String}
  AND (metric_name, series_hash) IN (SELECT metric_name, series_hash
FROM metric_points
WHERE project_number = {p22:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p23:Int64}) AND timestamp < fromUnixTimestamp64Nano({p24:Int64})
GROUP BY metric_name, series_hash)
GROUP BY metric_name, series_hash
ORDER BY series_hash, metric_name
LIMIT {p25:UInt64}))
GROUP BY metric_name, series_hash) AS points INNER JOIN (SELECT metric_name AS of_metric, series_hash AS of_series, toString(any(service_name)) AS of_service, toString(argMax(unit, last_seen)) AS of_unit,
  argMax(is_monotonic, last_seen) AND argMax(type, last_seen) = 2 AS is_counter, argMax(temporality, last_seen) = 2 AS is_cumulative, CAST(any(attributes), 'Map(String, String)') AS own
FROM metric_series
WHERE project_number = {p26:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p27:Int64}))
  AND (type = 1 OR type = 2 AND (is_monotonic OR temporality = 2))
  AND NOT match(metric_name, {p28:String})
  AND service_name = {p29:String}
  AND environment = {p30:String}
  AND (metric_name, series_hash) IN (SELECT metric_name, series_hash
FROM metric_points
WHERE project_number = {p31:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p32:Int64}) AND timestamp < fromUnixTimestamp64Nano({p33:Int64})
GROUP BY metric_name, series_hash)
GROUP BY metric_name, series_hash
ORDER BY series_hash, metric_name
LIMIT {p34:UInt64}) AS series ON metric_name = of_metric AND series_hash = of_series))
GROUP BY metric_name, of_service, of_unit, figure_name, labels)))
WHERE (length(normal) >= {p35:Int64} AND notEmpty(abnormal) OR figure_name = 'series' AND length(all_values) > {p36:Int64}))
ORDER BY figure_name = 'level' AND all_values[1] > 0 AND all_values[-1] <= 0 AND arrayReverseSort(all_values) = all_values DESC, figure_name = 'series' AND arrayMax(all_values) >= {p37:UInt32} AND arrayMax(all_values) >= {p38:UInt32} * arraySort(all_values)[{p39:Int64}] DESC, greatest(during[2] - before[2], before[2] - during[1]) / greatest(before[3] - before[1], (arrayMax(normal) - arrayMin(normal)) / 4, abs(before[2]) / 100, 1e-9) DESC, metric, service, figure, toString(attributes)
LIMIT {p40:UInt64}
--   p1 = "1795203300000000000n"
--   p2 = "1795203600000000000n"
--   p3 = "1795201800n"
--   p4 = "60n"
--   p5 = 40
--   p6 = "1795201800n"
--   p7 = "60n"
--   p8 = 40
--   p9 = "1795201800n"
--   p10 = "60n"
--   p11 = 40
--   p12 = "1795201800n"
--   p13 = "60n"
--   p14 = 7
--   p15 = "1795201800000000000n"
--   p16 = "1795204200000000000n"
--   p17 = 7
--   p18 = "1795111800000000000n"
--   p19 = "^(traces|http|rpc)[._]"
--   p20 = "web"
--   p21 = "production"
--   p22 = 7
--   p23 = "1795201800000000000n"
--   p24 = "1795204200000000000n"
--   p25 = 5000
--   p26 = 7
--   p27 = "1795111800000000000n"
--   p28 = "^(traces|http|rpc)[._]"
--   p29 = "web"
--   p30 = "production"
--   p31 = 7
--   p32 = "1795201800000000000n"
--   p33 = "1795204200000000000n"
--   p34 = 5000
--   p35 = "5n"
--   p36 = "5n"
--   p37 = 50
--   p38 = 5
--   p39 = "5n"
--   p40 = 100

-- runs of agents
SELECT agent_name AS agent,
  service_name AS service,
  intDiv(toUnixTimestamp(timestamp), {p1:UInt32}) * {p2:UInt32} AS bucket,
  count() AS runs,
  countIf(has({p3:Array(String)}, toString(status))) AS failed,
  sum(llm_calls) AS calls,
  sum(arraySum(mapValues(mapFilter((bucket, tokens) -> startsWith(bucket, 'input_') OR startsWith(bucket, 'output_'), usage)))) AS tokens,
  toFloat64(ifNull(sum(cost), 0)) AS spent,
  arraySort(groupUniqArrayArray({p4:UInt32})(arrayMap(m -> toString(m), models))) AS called
FROM agent_runs FINAL
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND environment = {p8:String}
  AND agent_name != '' AND agent_name != {p9:String}
  AND agent_name IN (SELECT agent_name
FROM agent_runs FINAL
WHERE project_number = {p10:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AND timestamp < fromUnixTimestamp64Nano({p12:Int64})
  AND environment = {p13:String}
  AND agent_name != '' AND agent_name != {p14:String}
GROUP BY agent_name
ORDER BY ifNull(sum(cost), 0) DESC, sum(arraySum(mapValues(mapFilter((bucket, tokens) -> startsWith(bucket, 'input_') OR startsWith(bucket, 'output_'), usage)))) DESC, agent_name
LIMIT {p15:UInt64})
GROUP BY agent, service, bucket
ORDER BY agent, service, bucket
LIMIT {p16:UInt64}
--   p1 = 60
--   p2 = 60
--   p3 = ["failed","timed_out","max_steps"]
--   p4 = 20
--   p5 = 7
--   p6 = "1795201800000000000n"
--   p7 = "1795204200000000000n"
--   p8 = "production"
--   p9 = "svc.judge"
--   p10 = 7
--   p11 = "1795201800000000000n"
--   p12 = "1795204200000000000n"
--   p13 = "production"
--   p14 = "svc.judge"
--   p15 = 50
--   p16 = 1000

-- errors of issues
SELECT digits AS issue,
  toString(argMax(of_service, counted)) AS service,
  sumIf(counted, NOT abnormal_side) AS normal,
  sumIf(counted, abnormal_side) AS abnormal
FROM (SELECT variant, service_name AS of_service, minute >= toDateTime(fromUnixTimestamp64Nano({p1:Int64})) AS abnormal_side, sum(events) AS counted
FROM error_minutes
WHERE project_number = {p2:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p3:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p4:Int64}))
GROUP BY variant, of_service, abnormal_side) AS errors INNER JOIN (SELECT variant AS mapped, lower(hex(issue_id)) AS digits
FROM issue_variants FINAL
WHERE project_number = {p5:UInt32}) AS issues ON variant = issues.mapped
GROUP BY issue
HAVING abnormal > 0
ORDER BY abnormal DESC, issue
LIMIT {p6:UInt64}
--   p1 = "1795203600000000000n"
--   p2 = 7
--   p3 = "1795201800000000000n"
--   p4 = "1795204200000000000n"
--   p5 = 7
--   p6 = 50
