-- a timeline of all kinds
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(1), substring(sipHash128(message_id), 1, 15)), 16))) AS id,
  toUnixTimestamp64Nano(argMax(timestamp, ingested_at) AS moment) AS time,
  'event' AS kind,
  argMax(event, ingested_at) AS title,
  toUInt8(9) AS severity,
  message_id AS ref,
  argMax(distinct_id, ingested_at) AS owner,
  argMax(session_id, ingested_at) AS session,
  argMax(properties, ingested_at) AS payload
FROM events
WHERE project_number = {p1:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND has({p6:Array(String)}, distinct_id)
  AND message_id IN (SELECT message_id FROM (SELECT message_id,
  toUnixTimestamp64Nano(argMax(timestamp, ingested_at) AS moment) AS time,
  toFixedString(concat(char(1), substring(sipHash128(message_id), 1, 15)), 16) AS entry_key
FROM events
WHERE project_number = {p7:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p8:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p9:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})
  AND has({p12:Array(String)}, distinct_id)
  AND NOT (event = '$exception' AND (distinct_id, timestamp) IN (SELECT distinct_id, timestamp
FROM errors
WHERE project_number = {p13:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND (has({p16:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p17:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p18:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p19:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p20:Int64}) AND timestamp < fromUnixTimestamp64Nano({p21:Int64})
  AND has({p22:Array(String)}, distinct_id)
  AND session_id != '')))
  AND source = 'event'))
  AND NOT (event IN ('$flag_evaluated', '$feature_flag_called'))
GROUP BY message_id
HAVING (moment, entry_key) < (fromUnixTimestamp64Nano({p23:Int64}), toFixedString(unhex({p24:String}), 16))
ORDER BY moment DESC, entry_key DESC
LIMIT {p25:UInt64}))
GROUP BY message_id)
UNION ALL
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(2), substring(log_id, 2, 15)), 16) AS entry_key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  'log' AS kind,
  substringUTF8(splitByChar('
', body, 1)[1], 1, 200) AS title,
  severity_number AS severity,
  hex(log_id) AS ref,
  distinct_id AS owner,
  session_id AS session,
  toJSONString(CAST((body, event_name, toString(service_name), toString(environment), lower(hex(trace_id)), attributes),
    'Tuple(body String, event_name String, service_name String, environment String, trace_id String, attributes Map(String, String))')) AS payload
FROM logs
WHERE project_number = {p26:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p27:Int64}) AND timestamp < fromUnixTimestamp64Nano({p28:Int64})
  AND severity_number >= 13
  AND NOT (attributes['exception.type'] != '' AND (trace_id, span_id, attributes['exception.type']) IN (SELECT trace_id, span_id, toString(type)
FROM errors
WHERE project_number = {p29:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p30:Int64}) AND timestamp < fromUnixTimestamp64Nano({p31:Int64})
  AND (has({p32:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p33:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p34:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p35:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p36:Int64}) AND timestamp < fromUnixTimestamp64Nano({p37:Int64})
  AND has({p38:Array(String)}, distinct_id)
  AND session_id != '')))))
  AND (has({p39:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p40:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p41:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p42:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p43:Int64}) AND timestamp < fromUnixTimestamp64Nano({p44:Int64})
  AND has({p45:Array(String)}, distinct_id)
  AND session_id != '')))
  AND (timestamp, toFixedString(concat(char(2), substring(log_id, 2, 15)), 16)) < (fromUnixTimestamp64Nano({p46:Int64}), toFixedString(unhex({p47:String}), 16))
ORDER BY timestamp DESC, entry_key DESC
LIMIT {p48:UInt64})
UNION ALL
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(3), substring(sipHash128(trace_id, span_id), 1, 15)), 16) AS entry_key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  'trace' AS kind,
  substringUTF8(splitByChar('
', toString(name), 1)[1], 1, 200) AS title,
  if(status_code = 2, toUInt8(17), toUInt8(9)) AS severity,
  lower(hex(trace_id)) AS ref,
  distinct_id AS owner,
  session_id AS session,
  toJSONString(CAST((toString(name), lower(hex(span_id)), duration_ns / 1000000, status_message, toString(service_name),
    toString(environment), attributes),
    'Tuple(name String, span_id String, duration_ms Float64, status_message String, service_name String, environment String, attributes Map(String, String))')) AS payload
FROM spans
WHERE project_number = {p49:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p50:Int64}) AND timestamp < fromUnixTimestamp64Nano({p51:Int64})
  AND (status_code = 2 OR parent_span_id = toFixedString('', 8))
  AND (has({p52:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p53:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p54:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p55:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p56:Int64}) AND timestamp < fromUnixTimestamp64Nano({p57:Int64})
  AND has({p58:Array(String)}, distinct_id)
  AND session_id != '')))
  AND (timestamp, toFixedString(concat(char(3), substring(sipHash128(trace_id, span_id), 1, 15)), 16)) < (fromUnixTimestamp64Nano({p59:Int64}), toFixedString(unhex({p60:String}), 16))
ORDER BY timestamp DESC, entry_key DESC
LIMIT {p61:UInt64})
UNION ALL
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(4), substring(error_id, 2, 15)), 16) AS entry_key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  'error' AS kind,
  substringUTF8(splitByChar('
', if(type = '', message, concat(toString(type), ': ', message)), 1)[1], 1, 200) AS title,
  toUInt8(transform(toString(level), ['debug', 'info', 'warning', 'fatal'], [5, 9, 13, 21], 17)) AS severity,
  lower(hex(variant)) AS ref,
  distinct_id AS owner,
  session_id AS session,
  toJSONString(CAST((hex(error_id), toString(type), message, toString(culprit), toString(handled), toString(platform),
    toString(service_name), toString(environment), toString(release), lower(hex(trace_id)), attributes),
    'Tuple(error_id String, type String, message String, culprit String, handled String, platform String, service_name String, environment String, release String, trace_id String, attributes Map(String, String))')) AS payload
FROM errors
WHERE project_number = {p62:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p63:Int64}) AND timestamp < fromUnixTimestamp64Nano({p64:Int64})
  AND (has({p65:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p66:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p67:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p68:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p69:Int64}) AND timestamp < fromUnixTimestamp64Nano({p70:Int64})
  AND has({p71:Array(String)}, distinct_id)
  AND session_id != '')))
  AND (timestamp, toFixedString(concat(char(4), substring(error_id, 2, 15)), 16)) < (fromUnixTimestamp64Nano({p72:Int64}), toFixedString(unhex({p73:String}), 16))
ORDER BY timestamp DESC, entry_key DESC
LIMIT {p74:UInt64})
UNION ALL
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(5), substring(run_key, 1, 15)), 16) AS entry_key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  'agent_run' AS kind,
  substringUTF8(splitByChar('
', concat(multiIf(agent_name != '', agent_name, name != '', name, 'Agent run'), ': ', status), 1)[1], 1, 200) AS title,
  toUInt8(transform(toString(status), ['failed', 'timed_out', 'max_steps'], [17, 17, 13], 9)) AS severity,
  run_id AS ref,
  distinct_id AS owner,
  session_id AS session,
  toJSONString(CAST((toString(agent_name), toString(status), is_inferred = 1, duration_ns / 1000000, steps, llm_calls, tool_calls, tool_errors,
    toString(cost), unpriced_calls, usage, models, toString(service_name), toString(environment), toString(error_type), error_message,
    arrayMap(id -> lower(hex(id)), trace_ids)),
    'Tuple(agent_name String, status String, inferred Bool, duration_ms Float64, step_count UInt32, llm_calls UInt32, tool_calls UInt32, tool_errors UInt32, cost Nullable(String), unpriced_calls UInt32, usage Map(String, UInt64), models Array(String), service_name String, environment String, error_type String, error_message String, trace_ids Array(String))')) AS payload
FROM agent_runs FINAL
WHERE project_number = {p75:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p76:Int64}) AND timestamp < fromUnixTimestamp64Nano({p77:Int64})
  AND agent_name != {p78:String}
  AND (has({p79:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p80:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p81:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p82:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p83:Int64}) AND timestamp < fromUnixTimestamp64Nano({p84:Int64})
  AND has({p85:Array(String)}, distinct_id)
  AND session_id != '')))
  AND (timestamp, toFixedString(concat(char(5), substring(run_key, 1, 15)), 16)) < (fromUnixTimestamp64Nano({p86:Int64}), toFixedString(unhex({p87:String}), 16))
ORDER BY timestamp DESC, entry_key DESC
LIMIT {p88:UInt64})
UNION ALL
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(6), substring(session_key, 1, 15)), 16) AS entry_key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  'replay' AS kind,
  substringUTF8(splitByChar('
', if(substring(entry, 21) = '', 'Recording', concat('Recording: ', substring(entry, 21))), 1)[1], 1, 200) AS title,
  if(console_errors > 0, toUInt8(17), toUInt8(9)) AS severity,
  session_id AS ref,
  toString(substring(visitor, 21) AS distinct_id) AS owner,
  session_id AS session,
  toJSONString(CAST((last_ms - first_ms, events, clicks, inputs, console_errors, network_errors, substring(entry, 21), release, environment),
    'Tuple(duration_ms UInt64, event_count UInt64, click_count UInt64, input_count UInt64, console_error_count UInt64, network_error_count UInt64, first_url String, release String, environment String)')) AS payload
FROM replay_sessions FINAL
WHERE project_number = {p89:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p90:Int64}) AND timestamp < fromUnixTimestamp64Nano({p91:Int64})
  AND (has({p92:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT DISTINCT session_id
FROM events
WHERE project_number = {p93:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p94:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p95:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p96:Int64}) AND timestamp < fromUnixTimestamp64Nano({p97:Int64})
  AND has({p98:Array(String)}, distinct_id)
  AND session_id != '')))
  AND (timestamp, toFixedString(concat(char(6), substring(session_key, 1, 15)), 16)) < (fromUnixTimestamp64Nano({p99:Int64}), toFixedString(unhex({p100:String}), 16))
ORDER BY timestamp DESC, entry_key DESC
LIMIT {p101:UInt64})
UNION ALL
SELECT id,
  time,
  kind,
  title,
  severity,
  ref,
  owner,
  session,
  payload
FROM (SELECT lower(hex(toFixedString(concat(char(8), substring(sipHash128(message_id), 1, 15)), 16))) AS id,
  toUnixTimestamp64Nano(argMax(timestamp, ingested_at) AS moment) AS time,
  'flag' AS kind,
  substringUTF8(splitByChar('
', concat(JSONExtractString(argMax(properties, ingested_at), if(JSONHas(argMax(properties, ingested_at), '$flag'), '$flag', '$feature_flag')), ': ', trim(BOTH '"' FROM JSONExtractRaw(argMax(properties, ingested_at), if(JSONHas(argMax(properties, ingested_at), '$flag_value'), '$flag_value', '$feature_flag_response')))), 1)[1], 1, 200) AS title,
  toUInt8(9) AS severity,
  JSONExtractString(argMax(properties, ingested_at), if(JSONHas(argMax(properties, ingested_at), '$flag'), '$flag', '$feature_flag')) AS ref,
  argMax(distinct_id, ingested_at) AS owner,
  argMax(session_id, ingested_at) AS session,
  argMax(properties, ingested_at) AS payload
FROM events
WHERE project_number = {p102:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p103:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p104:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p105:Int64}) AND timestamp < fromUnixTimestamp64Nano({p106:Int64})
  AND has({p107:Array(String)}, distinct_id)
  AND message_id IN (SELECT message_id FROM (SELECT message_id,
  toUnixTimestamp64Nano(argMax(timestamp, ingested_at) AS moment) AS time,
  toFixedString(concat(char(8), substring(sipHash128(message_id), 1, 15)), 16) AS entry_key
FROM events
WHERE project_number = {p108:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p109:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p110:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p111:Int64}) AND timestamp < fromUnixTimestamp64Nano({p112:Int64})
  AND has({p113:Array(String)}, distinct_id)
  AND event IN ('$flag_evaluated', '$feature_flag_called')
GROUP BY message_id
HAVING (moment, entry_key) < (fromUnixTimestamp64Nano({p114:Int64}), toFixedString(unhex({p115:String}), 16))
ORDER BY moment DESC, entry_key DESC
LIMIT {p116:UInt64}))
GROUP BY message_id)
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = ["ann","phone"]
--   p7 = 7
--   p8 = "1795200000000000000n"
--   p9 = "1795203599999999999n"
--   p10 = "1795200000000000000n"
--   p11 = "1795203600000000000n"
--   p12 = ["ann","phone"]
--   p13 = 7
--   p14 = "1795199940000000000n"
--   p15 = "1795203660000000000n"
--   p16 = ["ann","phone"]
--   p17 = 7
--   p18 = "1795200000000000000n"
--   p19 = "1795203599999999999n"
--   p20 = "1795200000000000000n"
--   p21 = "1795203600000000000n"
--   p22 = ["ann","phone"]
--   p23 = "1795200000000000009n"
--   p24 = "efefefefefefefefefefefefefefefef"
--   p25 = 51
--   p26 = 7
--   p27 = "1795200000000000000n"
--   p28 = "1795203600000000000n"
--   p29 = 7
--   p30 = "1795199940000000000n"
--   p31 = "1795203660000000000n"
--   p32 = ["ann","phone"]
--   p33 = 7
--   p34 = "1795200000000000000n"
--   p35 = "1795203599999999999n"
--   p36 = "1795200000000000000n"
--   p37 = "1795203600000000000n"
--   p38 = ["ann","phone"]
--   p39 = ["ann","phone"]
--   p40 = 7
--   p41 = "1795200000000000000n"
--   p42 = "1795203599999999999n"
--   p43 = "1795200000000000000n"
--   p44 = "1795203600000000000n"
--   p45 = ["ann","phone"]
--   p46 = "1795200000000000009n"
--   p47 = "efefefefefefefefefefefefefefefef"
--   p48 = 51
--   p49 = 7
--   p50 = "1795200000000000000n"
--   p51 = "1795203600000000000n"
--   p52 = ["ann","phone"]
--   p53 = 7
--   p54 = "1795200000000000000n"
--   p55 = "1795203599999999999n"
--   p56 = "1795200000000000000n"
--   p57 = "1795203600000000000n"
--   p58 = ["ann","phone"]
--   p59 = "1795200000000000009n"
--   p60 = "efefefefefefefefefefefefefefefef"
--   p61 = 51
--   p62 = 7
--   p63 = "1795200000000000000n"
--   p64 = "1795203600000000000n"
--   p65 = ["ann","phone"]
--   p66 = 7
--   p67 = "1795200000000000000n"
--   p68 = "1795203599999999999n"
--   p69 = "1795200000000000000n"
--   p70 = "1795203600000000000n"
--   p71 = ["ann","phone"]
--   p72 = "1795200000000000009n"
--   p73 = "efefefefefefefefefefefefefefefef"
--   p74 = 51
--   p75 = 7
--   p76 = "1795200000000000000n"
--   p77 = "1795203600000000000n"
--   p78 = "svc.judge"
--   p79 = ["ann","phone"]
--   p80 = 7
--   p81 = "1795200000000000000n"
--   p82 = "1795203599999999999n"
--   p83 = "1795200000000000000n"
--   p84 = "1795203600000000000n"
--   p85 = ["ann","phone"]
--   p86 = "1795200000000000009n"
--   p87 = "efefefefefefefefefefefefefefefef"
--   p88 = 51
--   p89 = 7
--   p90 = "1795200000000000000n"
--   p91 = "1795203600000000000n"
--   p92 = ["ann","phone"]
--   p93 = 7
--   p94 = "1795200000000000000n"
--   p95 = "1795203599999999999n"
--   p96 = "1795200000000000000n"
--   p97 = "1795203600000000000n"
--   p98 = ["ann","phone"]
--   p99 = "1795200000000000009n"
--   p100 = "efefefefefefefefefefefefefefefef"
--   p101 = 51
--   p102 = 7
--   p103 = "1795200000000000000n"
--   p104 = "1795203599999999999n"
--   p105 = "1795200000000000000n"
--   p106 = "1795203600000000000n"
--   p107 = ["ann","phone"]
--   p108 = 7
--   p109 = "1795200000000000000n"
--   p110 = "1795203599999999999n"
--   p111 = "1795200000000000000n"
--   p112 = "1795203600000000000n"
--   p113 = ["ann","phone"]
--   p114 = "1795200000000000009n"
--   p115 = "efefefefefefefefefefefefefefefef"
--   p116 = 51

-- incidents that affected a person
SELECT of_incident AS incident
FROM (SELECT variant AS own, toUnixTimestamp64Nano(timestamp) AS at
FROM errors
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND (has({p4:Array(String)}, distinct_id) OR (distinct_id = '' AND session_id IN (SELECT '')))
  AND variant IN (SELECT mapped FROM (SELECT variant AS mapped, lower(hex(issue_id)) AS issue
FROM issue_variants FINAL
WHERE project_number = {p5:UInt32}
  AND has({p6:Array(String)}, lower(hex(issue_id)))))) AS errors
INNER JOIN (SELECT variant AS mapped, lower(hex(issue_id)) AS issue
FROM issue_variants FINAL
WHERE project_number = {p7:UInt32}
  AND has({p8:Array(String)}, lower(hex(issue_id)))) AS variants ON errors.own = variants.mapped
INNER JOIN (SELECT link.1 AS of_issue, link.2 AS of_incident, link.3 AS since, link.4 AS until
  FROM (SELECT arrayJoin(arrayZip({p9:Array(String)}, {p10:Array(String)}, {p11:Array(Int64)}, {p12:Array(Int64)})) AS link)) AS links ON variants.issue = links.of_issue
WHERE at >= since AND at < until
GROUP BY incident
--   p1 = 7
--   p2 = "1795199999999999991n"
--   p3 = "1795203600000000000n"
--   p4 = ["ann"]
--   p5 = 7
--   p6 = ["018f0000000070008000000000000001","018f0000000070008000000000000002"]
--   p7 = 7
--   p8 = ["018f0000000070008000000000000001","018f0000000070008000000000000002"]
--   p9 = ["018f0000000070008000000000000001","018f0000000070008000000000000002"]
--   p10 = ["i1","i2"]
--   p11 = ["1795200000000000000n","1795199999999999991n"]
--   p12 = ["1795203600000000000n","1795200000000000000n"]

-- issues that affected a person
SELECT uniqExact(issue_id) AS issues,
  uniqExactIf(issue_id, is_open = 1) AS open_issues
FROM issue_variants FINAL
WHERE project_number = {p1:UInt32}
  AND variant IN (SELECT DISTINCT variant
FROM errors
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND has({p5:Array(String)}, distinct_id))
--   p1 = 7
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795203600000000000n"
--   p5 = ["ann","phone"]

-- groups by their open issues
SELECT toString(group_type) AS type,
  group_key AS account,
  toUnixTimestamp64Nano(min(first_seen)) AS first,
  toUnixTimestamp64Nano(max(last_seen)) AS last
FROM group_seen
WHERE project_number = {p1:UInt32}
  AND group_type = {p2:String}
GROUP BY type, account
HAVING arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ifNull(multiIf(toString(toInt64OrZero(item)) = item, toFloat64(toInt64OrZero(item)),
  (length(item) < 12 AND toString(toDecimal64OrZero(item, 4)) = item), toFloat64(toDecimal64OrZero(item, 4)),
  match(JSONExtractString(item), {p3:String}), JSONExtract(JSONExtractString(item), 'Nullable(Float64)'), NULL) >= {p4:Float64}, 0), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ifNull(multiIf(toString(toInt64OrZero(whole)) = whole, toFloat64(toInt64OrZero(whole)),
  (length(whole) < 12 AND toString(toDecimal64OrZero(whole, 4)) = whole), toFloat64(toDecimal64OrZero(whole, 4)),
  match(JSONExtractString(whole), {p5:String}), JSONExtract(JSONExtractString(whole), 'Nullable(Float64)'), NULL) >= {p6:Float64}, 0)), [toString(transform(account, (SELECT arrayPushBack(groupArray(owner), '') FROM (SELECT owner, amount FROM (SELECT owner, uniqExact(issue_id) AS amount
FROM (SELECT DISTINCT groups[{p7:String}] AS owner, variant
FROM errors
WHERE project_number = {p8:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND groups[{p11:String}] != ''
UNION ALL
SELECT owner, variant
FROM (SELECT DISTINCT session_id AS session, variant
FROM errors
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND session_id != '') AS failed
INNER JOIN (SELECT DISTINCT groups[{p15:String}] AS owner, session_id AS session
FROM events
WHERE project_number = {p16:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p17:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p18:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p19:Int64}) AND timestamp < fromUnixTimestamp64Nano({p20:Int64})
  AND groups[{p21:String}] != ''
  AND session_id != '') AS sessions ON failed.session = sessions.session) AS affected
INNER JOIN (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p22:UInt32}
  AND is_open = 1) AS issues ON affected.variant = issues.variant
GROUP BY owner) ORDER BY owner)), (SELECT arrayPushBack(groupArray(amount), toUInt64(0)) FROM (SELECT owner, amount FROM (SELECT owner, uniqExact(issue_id) AS amount
FROM (SELECT DISTINCT groups[{p23:String}] AS owner, variant
FROM errors
WHERE project_number = {p24:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p25:Int64}) AND timestamp < fromUnixTimestamp64Nano({p26:Int64})
  AND groups[{p27:String}] != ''
UNION ALL
SELECT owner, variant
FROM (SELECT DISTINCT session_id AS session, variant
FROM errors
WHERE project_number = {p28:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p29:Int64}) AND timestamp < fromUnixTimestamp64Nano({p30:Int64})
  AND session_id != '') AS failed
INNER JOIN (SELECT DISTINCT groups[{p31:String}] AS owner, session_id AS session
FROM events
WHERE project_number = {p32:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p33:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p34:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p35:Int64}) AND timestamp < fromUnixTimestamp64Nano({p36:Int64})
  AND groups[{p37:String}] != ''
  AND session_id != '') AS sessions ON failed.session = sessions.session) AS affected
INNER JOIN (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p38:UInt32}
  AND is_open = 1) AS issues ON affected.variant = issues.variant
GROUP BY owner) ORDER BY owner)), toUInt64(0)))])
--   p1 = 7
--   p2 = "company"
--   p3 = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"
--   p4 = 1
--   p5 = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"
--   p6 = 1
--   p7 = "company"
--   p8 = 7
--   p9 = "1792611600000000000n"
--   p10 = "1795203600000000001n"
--   p11 = "company"
--   p12 = 7
--   p13 = "1792611600000000000n"
--   p14 = "1795203600000000001n"
--   p15 = "company"
--   p16 = 7
--   p17 = "1792611600000000000n"
--   p18 = "1795203600000000000n"
--   p19 = "1792611600000000000n"
--   p20 = "1795203600000000001n"
--   p21 = "company"
--   p22 = 7
--   p23 = "company"
--   p24 = 7
--   p25 = "1792611600000000000n"
--   p26 = "1795203600000000001n"
--   p27 = "company"
--   p28 = 7
--   p29 = "1792611600000000000n"
--   p30 = "1795203600000000001n"
--   p31 = "company"
--   p32 = 7
--   p33 = "1792611600000000000n"
--   p34 = "1795203600000000000n"
--   p35 = "1792611600000000000n"
--   p36 = "1795203600000000001n"
--   p37 = "company"
--   p38 = 7
