-- newest errors
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  lower(hex(error_id)) AS error_id_hex,
  lower(hex(variant)) AS variant_hex,
  source,
  level,
  handled,
  type,
  message,
  culprit,
  platform,
  mechanism,
  dist,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  session_id,
  distinct_id,
  groups,
  attributes,
  attribute_types
FROM errors
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND (timestamp, record_id) < (fromUnixTimestamp64Nano({p4:Int64}), toFixedString(unhex({p5:String}), 8))
ORDER BY timestamp DESC, record_id DESC
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210890000000000n"
--   p4 = "1795200000000000009n"
--   p5 = "efefefefefefefef"
--   p6 = 51

-- errors by every filter
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  lower(hex(error_id)) AS error_id_hex,
  lower(hex(variant)) AS variant_hex,
  source,
  level,
  handled,
  type,
  message,
  culprit,
  platform,
  mechanism,
  dist,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  session_id,
  distinct_id,
  groups,
  attributes,
  attribute_types
FROM errors
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND service_name = {p4:String}
  AND environment = {p5:String}
  AND level = {p6:String}
  AND (hasToken(lower(message), {p7:String}) OR hasToken(lower(toString(type)), {p8:String}))
ORDER BY timestamp DESC, record_id DESC
LIMIT {p9:UInt64}
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210890000000000n"
--   p4 = "web"
--   p5 = "production"
--   p6 = "fatal"
--   p7 = "refused"
--   p8 = "refused"
--   p9 = 51

-- errors by fields
SELECT toUnixTimestamp64Nano(timestamp) AS timestamp_ns,
  lower(hex(error_id)) AS error_id_hex,
  lower(hex(variant)) AS variant_hex,
  source,
  level,
  handled,
  type,
  message,
  culprit,
  platform,
  mechanism,
  dist,
  lower(hex(trace_id)) AS trace_id_hex,
  lower(hex(span_id)) AS span_id_hex,
  service_name,
  environment,
  release,
  session_id,
  distinct_id,
  groups,
  attributes,
  attribute_types
FROM errors
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND endsWith(type, {p4:String}) AND (indexOf(['debug', 'info', 'warning', 'error', 'fatal'], toString(level)) >= {p5:UInt8} AND indexOf(['debug', 'info', 'warning', 'error', 'fatal'], toString(level)) <= {p6:UInt8}) AND handled = {p7:String} AND (has(mapValues(attributes), {p8:String}) OR (SELECT count()
FROM resources
WHERE project_number = {p9:UInt32}
  AND attributes[{p10:String}] = {p11:String}) > 0) AND (attributes[{p12:String}] = {p13:String} OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p14:UInt32}
  AND attributes[{p15:String}] = {p16:String})) AND NOT (hasToken(lower(message), {p17:String}))
ORDER BY timestamp DESC, record_id DESC
LIMIT {p18:UInt64}
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210890000000000n"
--   p4 = "Error"
--   p5 = 4
--   p6 = 5
--   p7 = "no"
--   p8 = "7"
--   p9 = 7
--   p10 = "order"
--   p11 = "7"
--   p12 = "order"
--   p13 = "7"
--   p14 = 7
--   p15 = "order"
--   p16 = "7"
--   p17 = "slow"
--   p18 = 51

-- groups
SELECT lower(hex(issue_id)) AS issue,
  sum(matching) AS total,
  toUnixTimestamp64Nano(min(first)) AS first_time,
  toUnixTimestamp64Nano(max(last) AS latest) AS last_time
FROM (SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
GROUP BY variant
UNION ALL
SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p4:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p5:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p6:Int64}))
GROUP BY variant
UNION ALL
SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p7:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p8:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p9:Int64}))
GROUP BY variant
UNION ALL
SELECT variant, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p10:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AND timestamp < fromUnixTimestamp64Nano({p12:Int64})
GROUP BY variant
UNION ALL
SELECT variant, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p13:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
GROUP BY variant) AS counted INNER JOIN (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p16:UInt32}) AS issues ON counted.variant = issues.variant
GROUP BY issue_id
HAVING 1
ORDER BY latest DESC, issue_id DESC
LIMIT {p17:UInt64}
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = 7
--   p5 = "1795200060000000000n"
--   p6 = "1795201200000000000n"
--   p7 = 7
--   p8 = "1795208400000000000n"
--   p9 = "1795210860000000000n"
--   p10 = 7
--   p11 = "1795200000000000005n"
--   p12 = "1795200060000000000n"
--   p13 = 7
--   p14 = "1795210860000000000n"
--   p15 = "1795210890000000000n"
--   p16 = 7
--   p17 = 31

-- groups by every filter
SELECT lower(hex(issue_id)) AS issue,
  sum(matching) AS total,
  toUnixTimestamp64Nano(min(first)) AS first_time,
  toUnixTimestamp64Nano(max(last) AS latest) AS last_time
FROM (SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND platform = {p4:String}
  AND service_name = {p5:String}
  AND mechanism = {p6:String}
  AND release = {p7:String}
  AND has({p8:Array(String)}, environment)
GROUP BY variant
UNION ALL
SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p9:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p10:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND platform = {p12:String}
  AND service_name = {p13:String}
  AND mechanism = {p14:String}
  AND release = {p15:String}
  AND has({p16:Array(String)}, environment)
GROUP BY variant
UNION ALL
SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p17:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p18:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p19:Int64}))
  AND platform = {p20:String}
  AND service_name = {p21:String}
  AND mechanism = {p22:String}
  AND release = {p23:String}
  AND has({p24:Array(String)}, environment)
GROUP BY variant
UNION ALL
SELECT variant, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p25:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p26:Int64}) AND timestamp < fromUnixTimestamp64Nano({p27:Int64})
  AND platform = {p28:String}
  AND service_name = {p29:String}
  AND mechanism = {p30:String}
  AND release = {p31:String}
  AND has({p32:Array(String)}, environment)
GROUP BY variant
UNION ALL
SELECT variant, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p33:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p34:Int64}) AND timestamp < fromUnixTimestamp64Nano({p35:Int64})
  AND platform = {p36:String}
  AND service_name = {p37:String}
  AND mechanism = {p38:String}
  AND release = {p39:String}
  AND has({p40:Array(String)}, environment)
GROUP BY variant) AS counted INNER JOIN (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p41:UInt32}) AS issues ON counted.variant = issues.variant
GROUP BY issue_id
HAVING (latest, issue_id) < (fromUnixTimestamp64Nano({p42:Int64}), toFixedString(unhex({p43:String}), 16))
ORDER BY latest DESC, issue_id DESC
LIMIT {p44:UInt64}
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = "node"
--   p5 = "web"
--   p6 = "onerror"
--   p7 = "1.2.3"
--   p8 = ["production","staging"]
--   p9 = 7
--   p10 = "1795200060000000000n"
--   p11 = "1795201200000000000n"
--   p12 = "node"
--   p13 = "web"
--   p14 = "onerror"
--   p15 = "1.2.3"
--   p16 = ["production","staging"]
--   p17 = 7
--   p18 = "1795208400000000000n"
--   p19 = "1795210860000000000n"
--   p20 = "node"
--   p21 = "web"
--   p22 = "onerror"
--   p23 = "1.2.3"
--   p24 = ["production","staging"]
--   p25 = 7
--   p26 = "1795200000000000005n"
--   p27 = "1795200060000000000n"
--   p28 = "node"
--   p29 = "web"
--   p30 = "onerror"
--   p31 = "1.2.3"
--   p32 = ["production","staging"]
--   p33 = 7
--   p34 = "1795210860000000000n"
--   p35 = "1795210890000000000n"
--   p36 = "node"
--   p37 = "web"
--   p38 = "onerror"
--   p39 = "1.2.3"
--   p40 = ["production","staging"]
--   p41 = 7
--   p42 = "1795200000000000009n"
--   p43 = "efefefefefefefefefefefefefefefef"
--   p44 = 31

-- users of groups
SELECT lower(hex(issue_id)) AS issue,
  uniqCombined64Merge(12)(people) AS affected
FROM (SELECT variant, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last, uniqCombined64MergeState(12)(users) AS people
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND variant IN (SELECT variant FROM (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p4:UInt32}
  AND issue_id IN (SELECT toFixedString(unhex(arrayJoin({p5:Array(String)})), 16))))
GROUP BY variant
UNION ALL
SELECT variant, count() AS matching, min(timestamp) AS first, max(timestamp) AS last, uniqCombined64StateIf(12)(distinct_id, distinct_id != '') AS people
FROM errors
WHERE project_number = {p6:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
  AND variant IN (SELECT variant FROM (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p9:UInt32}
  AND issue_id IN (SELECT toFixedString(unhex(arrayJoin({p10:Array(String)})), 16))))
GROUP BY variant
UNION ALL
SELECT variant, count() AS matching, min(timestamp) AS first, max(timestamp) AS last, uniqCombined64StateIf(12)(distinct_id, distinct_id != '') AS people
FROM errors
WHERE project_number = {p11:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND variant IN (SELECT variant FROM (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p14:UInt32}
  AND issue_id IN (SELECT toFixedString(unhex(arrayJoin({p15:Array(String)})), 16))))
GROUP BY variant) AS counted INNER JOIN (SELECT variant, issue_id
FROM issue_variants FINAL
WHERE project_number = {p16:UInt32}
  AND issue_id IN (SELECT toFixedString(unhex(arrayJoin({p17:Array(String)})), 16))) AS issues ON counted.variant = issues.variant
GROUP BY issue_id
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = 7
--   p5 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p6 = 7
--   p7 = "1795200000000000005n"
--   p8 = "1795201200000000000n"
--   p9 = 7
--   p10 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p11 = 7
--   p12 = "1795208400000000000n"
--   p13 = "1795210890000000000n"
--   p14 = 7
--   p15 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p16 = 7
--   p17 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]

-- a group
SELECT sum(matching) AS total,
  toUnixTimestamp64Nano(min(first)) AS first_time,
  toUnixTimestamp64Nano(max(last) AS latest) AS last_time,
  uniqCombined64Merge(12)(people) AS affected
FROM (SELECT 1 AS one, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last, uniqCombined64MergeState(12)(users) AS people
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p4:Array(String)})), 16))
GROUP BY one
UNION ALL
SELECT 1 AS one, count() AS matching, min(timestamp) AS first, max(timestamp) AS last, uniqCombined64StateIf(12)(distinct_id, distinct_id != '') AS people
FROM errors
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p8:Array(String)})), 16))
GROUP BY one
UNION ALL
SELECT 1 AS one, count() AS matching, min(timestamp) AS first, max(timestamp) AS last, uniqCombined64StateIf(12)(distinct_id, distinct_id != '') AS people
FROM errors
WHERE project_number = {p9:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p12:Array(String)})), 16))
GROUP BY one)
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p5 = 7
--   p6 = "1795200000000000005n"
--   p7 = "1795201200000000000n"
--   p8 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p9 = 7
--   p10 = "1795208400000000000n"
--   p11 = "1795210890000000000n"
--   p12 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]

-- affected
SELECT canonical,
  person,
  matching AS total,
  toUnixTimestamp64Nano(first) AS first_time,
  toUnixTimestamp64Nano(latest) AS last_time,
  persons,
  stored_before
FROM (SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical, count() AS matching, min(timestamp) AS first, max(timestamp) AS latest,
  concat(substring(lower(hex(SHA1(concat(unhex({p3:String}), canonical)))), 1, 12), '5', substring(lower(hex(SHA1(concat(unhex({p4:String}), canonical)))), 14, 3), substring('89ab', bitAnd(bitShiftRight(reinterpretAsUInt8(substring(SHA1(concat(unhex({p5:String}), canonical)), 9, 1)), 4), 3) + 1, 1), substring(lower(hex(SHA1(concat(unhex({p6:String}), canonical)))), 18, 15)) AS person, countIf(canonical != '') OVER () AS persons, toInt64(toUnixTimestamp(now())) - 1 AS stored_before
FROM errors
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p10:Array(String)})), 16))
  AND toInt64(toUnixTimestamp(stored_at)) < stored_before
GROUP BY canonical)
WHERE 1
ORDER BY canonical = '' DESC, latest DESC, person
LIMIT {p11:UInt64}
--   p1 = 7
--   p2 = 7
--   p3 = "018f0000000070008000000000000007"
--   p4 = "018f0000000070008000000000000007"
--   p5 = "018f0000000070008000000000000007"
--   p6 = "018f0000000070008000000000000007"
--   p7 = 7
--   p8 = "1795200000000000005n"
--   p9 = "1795210890000000000n"
--   p10 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p11 = 52

-- affected of a later page
SELECT canonical,
  person,
  matching AS total,
  toUnixTimestamp64Nano(first) AS first_time,
  toUnixTimestamp64Nano(latest) AS last_time,
  persons,
  stored_before
FROM (SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical, count() AS matching, min(timestamp) AS first, max(timestamp) AS latest,
  concat(substring(lower(hex(SHA1(concat(unhex({p3:String}), canonical)))), 1, 12), '5', substring(lower(hex(SHA1(concat(unhex({p4:String}), canonical)))), 14, 3), substring('89ab', bitAnd(bitShiftRight(reinterpretAsUInt8(substring(SHA1(concat(unhex({p5:String}), canonical)), 9, 1)), 4), 3) + 1, 1), substring(lower(hex(SHA1(concat(unhex({p6:String}), canonical)))), 18, 15)) AS person, countIf(canonical != '') OVER () AS persons, {p7:Int64} AS stored_before
FROM errors
WHERE project_number = {p8:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p11:Array(String)})), 16))
  AND toInt64(toUnixTimestamp(stored_at)) < stored_before
GROUP BY canonical)
WHERE (canonical = '' OR (latest < fromUnixTimestamp64Nano({p12:Int64}) OR (latest = fromUnixTimestamp64Nano({p13:Int64}) AND person > {p14:String})))
ORDER BY canonical = '' DESC, latest DESC, person
LIMIT {p15:UInt64}
--   p1 = 7
--   p2 = 7
--   p3 = "018f0000000070008000000000000007"
--   p4 = "018f0000000070008000000000000007"
--   p5 = "018f0000000070008000000000000007"
--   p6 = "018f0000000070008000000000000007"
--   p7 = "1795200000n"
--   p8 = 7
--   p9 = "1795200000000000005n"
--   p10 = "1795210890000000000n"
--   p11 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p12 = "1795200000000000009n"
--   p13 = "1795200000000000009n"
--   p14 = "efefefefefefefefefefefefefefefef"
--   p15 = 52

-- accounts
SELECT toString(type) AS type,
  account,
  sum(matching) AS total,
  toUnixTimestamp64Nano(min(first)) AS first_time,
  toUnixTimestamp64Nano(max(latest) AS last) AS last_time
FROM (SELECT arrayJoin(mapKeys(groups)) AS type, groups[type] AS account, count() AS matching, min(timestamp) AS first, max(timestamp) AS latest
FROM errors
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p4:Array(String)})), 16))
  AND toInt64(toUnixTimestamp(stored_at)) < toInt64(toUnixTimestamp(now())) - 1
  AND notEmpty(groups)
GROUP BY type, account
UNION ALL
SELECT type, account, sum(matching) AS matching, min(first) AS first, max(latest) AS latest
FROM (SELECT session_id AS session, count() AS matching, min(timestamp) AS first, max(timestamp) AS latest
FROM errors
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p8:Array(String)})), 16))
  AND toInt64(toUnixTimestamp(stored_at)) < toInt64(toUnixTimestamp(now())) - 1
  AND empty(groups)
  AND session_id != ''
GROUP BY session
ORDER BY latest DESC, session
LIMIT {p9:UInt64}) AS failed INNER JOIN (SELECT DISTINCT session_id AS session, arrayJoin(mapKeys(groups)) AS type, groups[type] AS account
FROM events
WHERE project_number = {p10:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p11:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p12:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND session_id IN (SELECT session FROM (SELECT session_id AS session, count() AS matching, min(timestamp) AS first, max(timestamp) AS latest
FROM errors
WHERE project_number = {p15:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p16:Int64}) AND timestamp < fromUnixTimestamp64Nano({p17:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p18:Array(String)})), 16))
  AND toInt64(toUnixTimestamp(stored_at)) < toInt64(toUnixTimestamp(now())) - 1
  AND empty(groups)
  AND session_id != ''
GROUP BY session
ORDER BY latest DESC, session
LIMIT {p19:UInt64}))
  AND notEmpty(groups)) AS visits ON failed.session = visits.session
GROUP BY type, account)
GROUP BY type, account
ORDER BY last DESC, type, account
LIMIT {p20:UInt64}
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210890000000000n"
--   p4 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p5 = 7
--   p6 = "1795200000000000005n"
--   p7 = "1795210890000000000n"
--   p8 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p9 = 10000
--   p10 = 7
--   p11 = "1795200000000000005n"
--   p12 = "1795210889999999999n"
--   p13 = "1795200000000000005n"
--   p14 = "1795210890000000000n"
--   p15 = 7
--   p16 = "1795200000000000005n"
--   p17 = "1795210890000000000n"
--   p18 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p19 = 10000
--   p20 = 101

-- occurrences by minutes
SELECT bucket AS start,
  sum(matching) AS total
FROM (SELECT toUInt32(intDiv(toUnixTimestamp(minute), {p1:UInt32}) * {p2:UInt32}) AS bucket, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p3:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p4:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p6:Array(String)})), 16))
GROUP BY bucket
UNION ALL
SELECT toUInt32(intDiv(toUnixTimestamp(toDateTime(timestamp)), {p7:UInt32}) * {p8:UInt32}) AS bucket, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p9:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p12:Array(String)})), 16))
GROUP BY bucket
UNION ALL
SELECT toUInt32(intDiv(toUnixTimestamp(toDateTime(timestamp)), {p13:UInt32}) * {p14:UInt32}) AS bucket, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p15:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p16:Int64}) AND timestamp < fromUnixTimestamp64Nano({p17:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p18:Array(String)})), 16))
GROUP BY bucket)
GROUP BY bucket
ORDER BY bucket
--   p1 = 60
--   p2 = 60
--   p3 = 7
--   p4 = "1795200060000000000n"
--   p5 = "1795210860000000000n"
--   p6 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p7 = 60
--   p8 = 60
--   p9 = 7
--   p10 = "1795200000000000005n"
--   p11 = "1795200060000000000n"
--   p12 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p13 = 60
--   p14 = 60
--   p15 = 7
--   p16 = "1795210860000000000n"
--   p17 = "1795210890000000000n"
--   p18 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]

-- occurrences by hours
SELECT bucket AS start,
  sum(matching) AS total
FROM (SELECT toUInt32(intDiv(toUnixTimestamp(hour), {p1:UInt32}) * {p2:UInt32}) AS bucket, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_hours
WHERE project_number = {p3:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p4:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p6:Array(String)})), 16))
GROUP BY bucket
UNION ALL
SELECT toUInt32(intDiv(toUnixTimestamp(minute), {p7:UInt32}) * {p8:UInt32}) AS bucket, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p9:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p10:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p12:Array(String)})), 16))
GROUP BY bucket
UNION ALL
SELECT toUInt32(intDiv(toUnixTimestamp(minute), {p13:UInt32}) * {p14:UInt32}) AS bucket, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p15:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p16:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p17:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p18:Array(String)})), 16))
GROUP BY bucket
UNION ALL
SELECT toUInt32(intDiv(toUnixTimestamp(toDateTime(timestamp)), {p19:UInt32}) * {p20:UInt32}) AS bucket, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p21:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p24:Array(String)})), 16))
GROUP BY bucket
UNION ALL
SELECT toUInt32(intDiv(toUnixTimestamp(toDateTime(timestamp)), {p25:UInt32}) * {p26:UInt32}) AS bucket, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p27:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p28:Int64}) AND timestamp < fromUnixTimestamp64Nano({p29:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p30:Array(String)})), 16))
GROUP BY bucket)
GROUP BY bucket
ORDER BY bucket
--   p1 = 21600
--   p2 = 21600
--   p3 = 7
--   p4 = "1795201200000000000n"
--   p5 = "1795208400000000000n"
--   p6 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p7 = 21600
--   p8 = 21600
--   p9 = 7
--   p10 = "1795200060000000000n"
--   p11 = "1795201200000000000n"
--   p12 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p13 = 21600
--   p14 = 21600
--   p15 = 7
--   p16 = "1795208400000000000n"
--   p17 = "1795210860000000000n"
--   p18 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p19 = 21600
--   p20 = 21600
--   p21 = 7
--   p22 = "1795200000000000005n"
--   p23 = "1795200060000000000n"
--   p24 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p25 = 21600
--   p26 = 21600
--   p27 = 7
--   p28 = "1795210860000000000n"
--   p29 = "1795210890000000000n"
--   p30 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]

-- releases of an issue
SELECT name,
  sum(matching) AS total,
  toUnixTimestamp64Nano(min(first)) AS first_time,
  toUnixTimestamp64Nano(max(last) AS latest) AS last_time
FROM (SELECT toString(release) AS name, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p4:Array(String)})), 16))
GROUP BY name
UNION ALL
SELECT toString(release) AS name, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p8:Array(String)})), 16))
GROUP BY name
UNION ALL
SELECT toString(release) AS name, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p9:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p10:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p12:Array(String)})), 16))
GROUP BY name
UNION ALL
SELECT toString(release) AS name, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p13:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p16:Array(String)})), 16))
GROUP BY name
UNION ALL
SELECT toString(release) AS name, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p17:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64})
  AND variant IN (SELECT toFixedString(unhex(arrayJoin({p20:Array(String)})), 16))
GROUP BY name)
GROUP BY name
ORDER BY name = '' DESC, latest DESC, name
LIMIT {p21:UInt64}
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p5 = 7
--   p6 = "1795200060000000000n"
--   p7 = "1795201200000000000n"
--   p8 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p9 = 7
--   p10 = "1795208400000000000n"
--   p11 = "1795210860000000000n"
--   p12 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p13 = 7
--   p14 = "1795200000000000005n"
--   p15 = "1795200060000000000n"
--   p16 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p17 = 7
--   p18 = "1795210860000000000n"
--   p19 = "1795210890000000000n"
--   p20 = ["abababababababababababababababab","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"]
--   p21 = 202

-- errors of releases
SELECT name,
  sum(matching) AS total
FROM (SELECT toString(release) AS name, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND has({p4:Array(String)}, release)
GROUP BY name
UNION ALL
SELECT toString(release) AS name, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
  AND has({p8:Array(String)}, release)
GROUP BY name
UNION ALL
SELECT toString(release) AS name, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p9:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p10:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND has({p12:Array(String)}, release)
GROUP BY name
UNION ALL
SELECT toString(release) AS name, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p13:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND has({p16:Array(String)}, release)
GROUP BY name
UNION ALL
SELECT toString(release) AS name, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p17:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64})
  AND has({p20:Array(String)}, release)
GROUP BY name)
GROUP BY name
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = ["1.2.3","1.2.4"]
--   p5 = 7
--   p6 = "1795200060000000000n"
--   p7 = "1795201200000000000n"
--   p8 = ["1.2.3","1.2.4"]
--   p9 = 7
--   p10 = "1795208400000000000n"
--   p11 = "1795210860000000000n"
--   p12 = ["1.2.3","1.2.4"]
--   p13 = 7
--   p14 = "1795200000000000005n"
--   p15 = "1795200060000000000n"
--   p16 = ["1.2.3","1.2.4"]
--   p17 = 7
--   p18 = "1795210860000000000n"
--   p19 = "1795210890000000000n"
--   p20 = ["1.2.3","1.2.4"]

-- sessions of releases
SELECT name,
  uniqExact(session) AS sessions,
  uniqExactIf(session, crashed = 1) AS crashed_sessions
FROM (SELECT toString(release) AS name,
  cityHash64(session_id) AS session,
  toUInt8(0) AS crashed
FROM events
WHERE project_number = {p1:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND has({p6:Array(String)}, release)
  AND session_id != ''
GROUP BY name, session
UNION ALL
SELECT toString(release) AS name,
  cityHash64(session_id) AS session,
  toUInt8(0) AS crashed
FROM logs
WHERE project_number = {p7:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND has({p10:Array(String)}, release)
  AND session_id != ''
GROUP BY name, session
UNION ALL
SELECT toString(release) AS name,
  cityHash64(session_id) AS session,
  toUInt8(0) AS crashed
FROM spans
WHERE project_number = {p11:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND has({p14:Array(String)}, release)
  AND session_id != ''
GROUP BY name, session
UNION ALL
SELECT toString(release) AS name,
  cityHash64(session_id) AS session,
  max(handled = 'no') AS crashed
FROM errors
WHERE project_number = {p15:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p16:Int64}) AND timestamp < fromUnixTimestamp64Nano({p17:Int64})
  AND has({p18:Array(String)}, release)
  AND session_id != ''
GROUP BY name, session)
GROUP BY name
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210889999999999n"
--   p4 = "1795200000000000005n"
--   p5 = "1795210890000000000n"
--   p6 = ["1.2.3"]
--   p7 = 7
--   p8 = "1795200000000000005n"
--   p9 = "1795210890000000000n"
--   p10 = ["1.2.3"]
--   p11 = 7
--   p12 = "1795200000000000005n"
--   p13 = "1795210890000000000n"
--   p14 = ["1.2.3"]
--   p15 = 7
--   p16 = "1795200000000000005n"
--   p17 = "1795210890000000000n"
--   p18 = ["1.2.3"]

-- services of a release
SELECT toString(service_name) AS service
FROM (SELECT service_name
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND release = {p4:String}
  AND service_name != ''
GROUP BY service_name
UNION ALL
SELECT service_name
FROM logs
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND release = {p8:String}
  AND service_name != ''
GROUP BY service_name
UNION ALL
SELECT service_name
FROM error_minutes
WHERE project_number = {p9:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p10:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND release = {p12:String}
  AND service_name != ''
GROUP BY service_name)
GROUP BY service
ORDER BY service
LIMIT {p13:UInt64}
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210890000000000n"
--   p4 = "1.2.3"
--   p5 = 7
--   p6 = "1795200000000000005n"
--   p7 = "1795210890000000000n"
--   p8 = "1.2.3"
--   p9 = 7
--   p10 = "1795200000000000005n"
--   p11 = "1795210890000000000n"
--   p12 = "1.2.3"
--   p13 = 1000

-- errors of services
SELECT sum(matching) AS errors
FROM (SELECT 1 AS one, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_hours
WHERE project_number = {p1:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND service_name = {p4:String}
GROUP BY one
UNION ALL
SELECT 1 AS one, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
  AND service_name = {p8:String}
GROUP BY one
UNION ALL
SELECT 1 AS one, toUInt64(sum(events)) AS matching, min(first_seen) AS first, max(last_seen) AS last
FROM error_minutes
WHERE project_number = {p9:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p10:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND service_name = {p12:String}
GROUP BY one
UNION ALL
SELECT 1 AS one, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p13:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND service_name = {p16:String}
GROUP BY one
UNION ALL
SELECT 1 AS one, count() AS matching, min(timestamp) AS first, max(timestamp) AS last
FROM errors
WHERE project_number = {p17:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64})
  AND service_name = {p20:String}
GROUP BY one)
--   p1 = 7
--   p2 = "1795201200000000000n"
--   p3 = "1795208400000000000n"
--   p4 = "web"
--   p5 = 7
--   p6 = "1795200060000000000n"
--   p7 = "1795201200000000000n"
--   p8 = "web"
--   p9 = 7
--   p10 = "1795208400000000000n"
--   p11 = "1795210860000000000n"
--   p12 = "web"
--   p13 = 7
--   p14 = "1795200000000000005n"
--   p15 = "1795200060000000000n"
--   p16 = "web"
--   p17 = 7
--   p18 = "1795210860000000000n"
--   p19 = "1795210890000000000n"
--   p20 = "web"

-- requests of services
SELECT toFloat64(sum(requests)) + sum(added_requests) AS requests
FROM request_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
--   p1 = 7
--   p2 = "1795200000000000005n"
--   p3 = "1795210890000000000n"
