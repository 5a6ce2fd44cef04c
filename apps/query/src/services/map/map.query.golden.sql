-- calls between services
SELECT caller, callee, caller_kind = 4 AND callee_kind = 5 AS is_message, count() AS calls, countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95)(duration) AS percentiles
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration
FROM spans
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND parent_span_id != toFixedString(unhex({p6:String}), 8)) AS callees
INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS caller, kind AS caller_kind
FROM spans
WHERE project_number = {p7:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p8:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p9:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})) AS callers USING (link)
WHERE caller != callee AND caller != '' AND callee != ''
GROUP BY caller, callee, is_message
ORDER BY calls DESC, caller, callee
LIMIT {p12:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = "0000000000000000"
--   p7 = 7
--   p8 = "1795199100000000000n"
--   p9 = "1795204499999999999n"
--   p10 = "1795199100000000000n"
--   p11 = "1795204500000000000n"
--   p12 = 2001

-- calls of parts of the window, in an environment
SELECT caller, callee, caller_kind = 4 AND callee_kind = 5 AS is_message, count() AS calls, countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95)(duration) AS percentiles
FROM (SELECT cityHash64(trace_id, parent_span_id) AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration
FROM spans
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND ((toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p6:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p7:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})) OR (toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p10:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p11:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})))
  AND environment = {p14:String}
  AND parent_span_id != toFixedString(unhex({p15:String}), 8)) AS callees
INNER JOIN (SELECT cityHash64(trace_id, span_id) AS link, service_name AS caller, kind AS caller_kind
FROM spans
WHERE project_number = {p16:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p17:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p18:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p19:Int64}) AND timestamp < fromUnixTimestamp64Nano({p20:Int64})
  AND ((toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p21:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p22:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p23:Int64}) AND timestamp < fromUnixTimestamp64Nano({p24:Int64})) OR (toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p25:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p26:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p27:Int64}) AND timestamp < fromUnixTimestamp64Nano({p28:Int64})))) AS callers USING (link)
WHERE caller != callee AND caller != '' AND callee != ''
GROUP BY caller, callee, is_message
ORDER BY calls DESC, caller, callee
LIMIT {p29:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795201859999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795201860000000000n"
--   p6 = "1795200000000000000n"
--   p7 = "1795200059999999999n"
--   p8 = "1795200000000000000n"
--   p9 = "1795200060000000000n"
--   p10 = "1795201800000000000n"
--   p11 = "1795201859999999999n"
--   p12 = "1795201800000000000n"
--   p13 = "1795201860000000000n"
--   p14 = "production"
--   p15 = "0000000000000000"
--   p16 = 7
--   p17 = "1795199970000000000n"
--   p18 = "1795201889999999999n"
--   p19 = "1795199970000000000n"
--   p20 = "1795201890000000000n"
--   p21 = "1795199970000000000n"
--   p22 = "1795200089999999999n"
--   p23 = "1795199970000000000n"
--   p24 = "1795200090000000000n"
--   p25 = "1795201770000000000n"
--   p26 = "1795201889999999999n"
--   p27 = "1795201770000000000n"
--   p28 = "1795201890000000000n"
--   p29 = 2001

-- what services use
SELECT service, target.1 AS target_type, target.2 AS target_system, target.3 AS target_name,
  target_type = 'queue' AND is_received AS is_received, count() AS calls, countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95)(duration) AS percentiles
FROM (SELECT coalesce(nullIf(attributes['db.system.name'], ''), attributes['db.system']) AS database_system,
  coalesce(nullIf(attributes['db.namespace'], ''), nullIf(attributes['db.name'], ''), attributes['db.instance']) AS database,
  attributes['messaging.system'] AS messaging_system,
  coalesce(nullIf(attributes['messaging.destination.template'], ''), nullIf(attributes['messaging.destination.name'], ''),
    attributes['messaging.destination']) AS destination,
  coalesce(nullIf(attributes['messaging.operation.type'], ''), attributes['messaging.operation']) AS operation_type,
  'true' IN (attributes['messaging.destination.temporary'], attributes['messaging.temp_destination']) AS is_temporary,
  coalesce(nullIf(attributes['service.peer.name'], ''), attributes['peer.service']) AS peer,
  coalesce(nullIf(attributes['server.address'], ''), nullIf(attributes['net.peer.name'], ''),
    nullIf(attributes['net.sock.peer.name'], ''), nullIf(attributes['http.host'], ''),
    nullIf(attributes['network.peer.address'], ''), attributes['net.peer.ip']) AS host,
  coalesce(nullIf(attributes['server.port'], ''), attributes['net.peer.port']) AS port,
  domain(coalesce(nullIf(attributes['url.full'], ''), attributes['http.url'])) AS host_of_url,
  coalesce(nullIf(attributes['gen_ai.provider.name'], ''), nullIf(attributes['gen_ai.system'], ''),
    nullIf(attributes['faas.invoked_name'], ''), attributes['rpc.service']) AS other_peer,
  multiIf(host = '', host_of_url, port IN ('', '80', '443') OR position(host, ':') > 0, host, concat(host, ':', port)) AS place,
  kind = 5 OR (kind = 3 AND operation_type IN ('receive', 'process', 'deliver', 'settle')) AS is_received,
  multiIf(
    database_system != '', ('database', database_system, if(database != '', database, place)),
    messaging_system != '' OR destination != '', ('queue', messaging_system, if(is_temporary, '(temporary)', destination)),
    kind = 5, ('', '', ''),
    peer != '', ('external', '', peer),
    place != '', ('external', '', place),
    ('external', '', other_peer)) AS named_target,
  if(named_target.3 = '' AND named_target.1 = 'external', ('', '', ''), named_target) AS target, service_name AS service, cityHash64(trace_id, span_id) AS link, status_code,
  duration_ns AS duration
FROM spans
WHERE project_number = {p1:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p2:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND kind IN (3, 4, 5)
  AND service_name != '') AS uses
WHERE target.1 != '' AND (target.1 != 'external' OR link NOT IN (SELECT cityHash64(trace_id, parent_span_id)
FROM spans
WHERE project_number = {p6:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p7:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p8:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND kind IN (2, 3, 4, 5)
  AND parent_span_id != toFixedString(unhex({p11:String}), 8)))
GROUP BY service, target_type, target_system, target_name, is_received
ORDER BY calls DESC, service, target_type, target_system, target_name
LIMIT {p12:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = 7
--   p7 = "1795199100000000000n"
--   p8 = "1795204499999999999n"
--   p9 = "1795199100000000000n"
--   p10 = "1795204500000000000n"
--   p11 = "0000000000000000"
--   p12 = 2001
