-- calls between services
SELECT caller,
  callee,
  caller_kind = 4 AND callee_kind = 5 AS is_message,
  sum(adjusted_count) AS calls,
  sumIf(adjusted_count, status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95)(duration) AS percentiles,
  max(adjusted_count) > 1 AS is_estimated
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration,
  adjusted_count
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND parent_span_id != toFixedString(unhex({p4:String}), 8)) AS callees
INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS caller, kind AS caller_kind
FROM spans
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})) AS callers USING (link)
WHERE caller != callee AND caller != '' AND callee != ''
GROUP BY caller, callee, is_message
ORDER BY calls DESC, caller, callee
LIMIT {p8:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "0000000000000000"
--   p5 = 7
--   p6 = "1795199100000000000n"
--   p7 = "1795204500000000000n"
--   p8 = 2001

-- calls of parts of the window, in an environment
SELECT caller,
  callee,
  caller_kind = 4 AND callee_kind = 5 AS is_message,
  sum(adjusted_count) AS calls,
  sumIf(adjusted_count, status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95)(duration) AS percentiles,
  max(adjusted_count) > 1 AS is_estimated
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration,
  adjusted_count
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})) OR (timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})))
  AND environment = {p8:String}
  AND parent_span_id != toFixedString(unhex({p9:String}), 8)) AS callees
INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS caller, kind AS caller_kind
FROM spans
WHERE project_number = {p10:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AND timestamp < fromUnixTimestamp64Nano({p12:Int64})
  AND ((timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})) OR (timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})))) AS callers USING (link)
WHERE caller != callee AND caller != '' AND callee != ''
GROUP BY caller, callee, is_message
ORDER BY calls DESC, caller, callee
LIMIT {p17:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795201860000000000n"
--   p4 = "1795200000000000000n"
--   p5 = "1795200060000000000n"
--   p6 = "1795201800000000000n"
--   p7 = "1795201860000000000n"
--   p8 = "production"
--   p9 = "0000000000000000"
--   p10 = 7
--   p11 = "1795199970000000000n"
--   p12 = "1795201890000000000n"
--   p13 = "1795199970000000000n"
--   p14 = "1795200090000000000n"
--   p15 = "1795201770000000000n"
--   p16 = "1795201890000000000n"
--   p17 = 2001

-- what services use
SELECT service_name AS service,
  kind,
  arraySort(arrayMap(t -> (t.1, if(has({p1:Array(String)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has({p2:Array(String)}, k), attributes), 'Array(Tuple(String, String))'))) AS told,
  kind = 3 AND cityHash64(trace_id, span_id) IN (SELECT cityHash64(trace_id, parent_span_id)
FROM spans
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND kind IN (2, 3, 4, 5)
  AND parent_span_id != toFixedString(unhex({p6:String}), 8)) AS is_answered,
  sum(adjusted_count) AS calls,
  sumIf(adjusted_count, status_code = 2) AS errors,
  max(adjusted_count) > 1 AS is_estimated,
  sumMap([toInt32(floor(log2(greatest(duration_ns, 1)) * {p7:UInt32}))], [toUInt64(1)]) AS durations
FROM spans
WHERE project_number = {p8:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND kind IN (3, 4, 5)
  AND service_name != ''
GROUP BY service, kind, told, is_answered
ORDER BY calls DESC, service, kind, told, is_answered
LIMIT {p11:UInt64}
--   p1 = ["url.full","http.url"]
--   p2 = ["db.system.name","db.system","db.namespace","db.name","db.instance","messaging.system","messaging.destination.template","messaging.destination.name","messaging.destination","messaging.operation.type","messaging.operation","messaging.destination.temporary","messaging.temp_destination","service.peer.name","peer.service","server.address","net.peer.name","net.sock.peer.name","http.host","url.full","http.url","network.peer.address","net.peer.ip","server.port","net.peer.port","gen_ai.provider.name","gen_ai.system","faas.invoked_name","rpc.service"]
--   p3 = 7
--   p4 = "1795199100000000000n"
--   p5 = "1795204500000000000n"
--   p6 = "0000000000000000"
--   p7 = 32
--   p8 = 7
--   p9 = "1795200000000000000n"
--   p10 = "1795203600000000000n"
--   p11 = 2001
