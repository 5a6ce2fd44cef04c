-- a trend
SELECT event_name,
  slot,
  bucket,
  toUInt8(grouping(bucket)) AS is_total,
  uniqExact(thing) AS counted
FROM (SELECT event_name, bucket, day, thing, 0 AS slot
FROM (SELECT event_name, thing, day, bucket, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value
FROM (SELECT toString(event) AS event_name, 0 AS person, message_id_hash AS thing,
  '' AS json, toDate(timestamp) AS day,
  roundDown(toUnixTimestamp64Nano(timestamp), {p2:Array(Int64)}) AS bucket
FROM events
WHERE project_number = {p3:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p4:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p5:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND event IN {p8:Array(String)}))
WHERE 1)
GROUP BY GROUPING SETS ((event_name, slot, bucket), (event_name, slot))
--   p1 = 256
--   p2 = ["1795200000000000000n","1795200000000000001n"]
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203599999999999n"
--   p6 = "1795200000000000000n"
--   p7 = "1795203600000000000n"
--   p8 = ["buy"]

-- a trend of messages within each day
SELECT event_name,
  slot,
  bucket,
  toUInt8(grouping(bucket)) AS is_total,
  sum(things) AS counted
FROM (SELECT event_name, bucket, slot, uniqExact(thing) AS things
FROM (SELECT event_name, bucket, day, thing, 0 AS slot
FROM (SELECT event_name, thing, day, bucket, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value
FROM (SELECT toString(event) AS event_name, 0 AS person, message_id_hash AS thing,
  '' AS json, toDate(timestamp) AS day,
  roundDown(toUnixTimestamp64Nano(timestamp), {p2:Array(Int64)}) AS bucket
FROM events
WHERE project_number = {p3:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p4:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p5:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND event IN {p8:Array(String)}))
WHERE 1)
GROUP BY event_name, bucket, slot, day)
GROUP BY GROUPING SETS ((event_name, slot, bucket), (event_name, slot))
--   p1 = 256
--   p2 = ["1795200000000000000n","1795200000000000001n"]
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203599999999999n"
--   p6 = "1795200000000000000n"
--   p7 = "1795203600000000000n"
--   p8 = ["buy"]

-- how many events there are
SELECT toUInt16(day) AS number,
  sum(count) AS events
FROM event_names_daily
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND event IN {p4:Array(String)}
GROUP BY number
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = ["buy"]

-- how many persons there are
SELECT count() AS ids
FROM person_seen
WHERE project_number = {p1:UInt32}
--   p1 = 7

-- persons, filtered
SELECT event_name,
  slot,
  bucket,
  toUInt8(grouping(bucket)) AS is_total,
  uniqExact(thing) AS counted
FROM (SELECT event_name, bucket, day, thing, 0 AS slot
FROM (SELECT event_name, thing, day, bucket, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value
FROM (SELECT toString(event) AS event_name, 0 AS person, transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p3:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) AS thing,
  '' AS json, toDate(timestamp) AS day,
  roundDown(toUnixTimestamp64Nano(timestamp), {p4:Array(Int64)}) AS bucket
FROM events FINAL
WHERE project_number = {p5:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p6:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p7:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND event IN {p10:Array(String)}
  AND arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ifNull(multiIf(toString(toInt64OrZero(item)) = item, toFloat64(toInt64OrZero(item)),
  (length(item) < 12 AND toString(toDecimal64OrZero(item, 4)) = item), toFloat64(toDecimal64OrZero(item, 4)),
  match(JSONExtractString(item), {p11:String}), JSONExtract(JSONExtractString(item), 'Nullable(Float64)'), NULL) >= {p12:Float64}, 0), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ifNull(multiIf(toString(toInt64OrZero(whole)) = whole, toFloat64(toInt64OrZero(whole)),
  (length(whole) < 12 AND toString(toDecimal64OrZero(whole, 4)) = whole), toFloat64(toDecimal64OrZero(whole, 4)),
  match(JSONExtractString(whole), {p13:String}), JSONExtract(JSONExtractString(whole), 'Nullable(Float64)'), NULL) >= {p14:Float64}, 0)), [JSONExtractRaw(properties, {p15:String})])
  AND transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p16:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p17:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) NOT IN (SELECT owner FROM (SELECT transform(cityHash64(distinct_id), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p18:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p19:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), cityHash64(distinct_id)) AS owner, if(tupleElement(max(latest) AS greatest, 'op') = 0,
  tupleElement(min(earliest), 'value'), tupleElement(greatest, 'value')) AS json
FROM person_registers
WHERE project_number = {p20:UInt32}
  AND key = {p21:String}
  AND distinct_id GLOBAL IN (SELECT canonical AS linked_id FROM (SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p22:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p23:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical
FROM person_registers
WHERE project_number = {p24:UInt32}
  AND key = {p25:String}
  AND (arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ((item NOT IN ('', 'null') AND has({p26:Array(String)}, JSONExtractString(item)))), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ((whole NOT IN ('', 'null') AND has({p27:Array(String)}, JSONExtractString(whole))))), [latest.value]) OR arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ((item NOT IN ('', 'null') AND has({p28:Array(String)}, JSONExtractString(item)))), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ((whole NOT IN ('', 'null') AND has({p29:Array(String)}, JSONExtractString(whole))))), [earliest.value])))
UNION ALL
SELECT linked_id FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p30:UInt32}
  AND canonical_distinct_id != distinct_id) WHERE canonical_id IN (SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p31:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p32:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical
FROM person_registers
WHERE project_number = {p33:UInt32}
  AND key = {p34:String}
  AND (arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ((item NOT IN ('', 'null') AND has({p35:Array(String)}, JSONExtractString(item)))), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ((whole NOT IN ('', 'null') AND has({p36:Array(String)}, JSONExtractString(whole))))), [latest.value]) OR arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ((item NOT IN ('', 'null') AND has({p37:Array(String)}, JSONExtractString(item)))), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ((whole NOT IN ('', 'null') AND has({p38:Array(String)}, JSONExtractString(whole))))), [earliest.value]))))
GROUP BY owner
HAVING json != '') WHERE arrayExists(whole -> if(startsWith(whole, '['), arrayExists(item -> ((item NOT IN ('', 'null') AND has({p39:Array(String)}, JSONExtractString(item)))), arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))), ((whole NOT IN ('', 'null') AND has({p40:Array(String)}, JSONExtractString(whole))))), [json]))
  AND (if(groups[{p41:String}] = '', '', toJSONString(toString(groups[{p42:String}]))) != '')))
WHERE thing % {p43:UInt64} = {p44:UInt64})
GROUP BY GROUPING SETS ((event_name, slot, bucket))
--   p1 = 256
--   p2 = 7
--   p3 = 7
--   p4 = ["1795200000000000000n","1795200000000000001n"]
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795203599999999999n"
--   p8 = "1795200000000000000n"
--   p9 = "1795203600000000000n"
--   p10 = ["buy"]
--   p11 = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"
--   p12 = 10
--   p13 = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"
--   p14 = 10
--   p15 = "price"
--   p16 = 7
--   p17 = 7
--   p18 = 7
--   p19 = 7
--   p20 = 7
--   p21 = "plan"
--   p22 = 7
--   p23 = 7
--   p24 = 7
--   p25 = "plan"
--   p26 = ["free"]
--   p27 = ["free"]
--   p28 = ["free"]
--   p29 = ["free"]
--   p30 = 7
--   p31 = 7
--   p32 = 7
--   p33 = 7
--   p34 = "plan"
--   p35 = ["free"]
--   p36 = ["free"]
--   p37 = ["free"]
--   p38 = ["free"]
--   p39 = ["free"]
--   p40 = ["free"]
--   p41 = "company"
--   p42 = "company"
--   p43 = 3
--   p44 = 1

-- persons in total
SELECT event_name,
  slot,
  toInt64(0) AS bucket,
  toUInt8(1) AS is_total,
  uniqExact(thing) AS counted
FROM (SELECT event_name, bucket, day, thing, 0 AS slot
FROM (SELECT event_name, thing, day, bucket, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value
FROM (SELECT toString(event) AS event_name, 0 AS person, transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p3:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) AS thing,
  '' AS json, toDate(timestamp) AS day,
  roundDown(toUnixTimestamp64Nano(timestamp), {p4:Array(Int64)}) AS bucket
FROM events
WHERE project_number = {p5:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p6:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p7:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND event IN {p10:Array(String)}))
WHERE thing % {p11:UInt64} = {p12:UInt64})
GROUP BY event_name, slot
--   p1 = 256
--   p2 = 7
--   p3 = 7
--   p4 = ["1795200000000000000n","1795200000000000001n"]
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795203599999999999n"
--   p8 = "1795200000000000000n"
--   p9 = "1795203600000000000n"
--   p10 = ["buy"]
--   p11 = 3
--   p12 = 1

-- the values of a breakdown
SELECT event_name,
  value,
  sipHash64(event_name, value) AS hash,
  uniqExact(thing) AS total
FROM (SELECT event_name, thing, day, bucket, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value
FROM (SELECT toString(event) AS event_name, 0 AS person, message_id_hash AS thing,
  JSONExtractRaw(properties, {p2:String}) AS json, toDate(timestamp) AS day,
  roundDown(toUnixTimestamp64Nano(timestamp), {p3:Array(Int64)}) AS bucket
FROM events FINAL
WHERE project_number = {p4:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p5:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p6:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
  AND event IN {p9:Array(String)}))
WHERE has_value AND 1
GROUP BY event_name, value
ORDER BY event_name, total DESC, value
LIMIT {p10:UInt64} BY event_name
--   p1 = 256
--   p2 = "plan"
--   p3 = ["1795200000000000000n","1795200000000000001n"]
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203599999999999n"
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"
--   p9 = ["buy"]
--   p10 = 10

-- a trend by a property of the person
SELECT event_name,
  slot,
  bucket,
  toUInt8(grouping(bucket)) AS is_total,
  uniqExact(thing) AS counted
FROM (SELECT event_name, bucket, day, thing, if(has_value, toInt32(indexOf({p1:Array(UInt64)}, sipHash64(event_name, value))), -1) AS slot
FROM (SELECT event_name, thing, day, bucket, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p2:UInt64}) AS value
FROM (SELECT event_name, thing, day, bucket, owned.json AS json
FROM (SELECT toString(event) AS event_name, transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p3:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p4:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) AS person, message_id_hash AS thing,
  '' AS json, toDate(timestamp) AS day,
  roundDown(toUnixTimestamp64Nano(timestamp), {p5:Array(Int64)}) AS bucket
FROM events
WHERE project_number = {p6:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p7:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p8:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND event IN {p11:Array(String)}) AS counted LEFT ANY JOIN (SELECT transform(cityHash64(distinct_id), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p12:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p13:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), cityHash64(distinct_id)) AS owner, if(tupleElement(max(latest) AS greatest, 'op') = 0,
  tupleElement(min(earliest), 'value'), tupleElement(greatest, 'value')) AS json
FROM person_registers
WHERE project_number = {p14:UInt32}
  AND key = {p15:String}
GROUP BY owner
HAVING json != '') AS owned ON counted.person = owned.owner))
WHERE 1)
GROUP BY GROUPING SETS ((event_name, slot, bucket), (event_name, slot))
--   p1 = ["12n"]
--   p2 = 256
--   p3 = 7
--   p4 = 7
--   p5 = ["1795200000000000000n","1795200000000000001n"]
--   p6 = 7
--   p7 = "1795200000000000000n"
--   p8 = "1795203599999999999n"
--   p9 = "1795200000000000000n"
--   p10 = "1795203600000000000n"
--   p11 = ["buy"]
--   p12 = 7
--   p13 = 7
--   p14 = 7
--   p15 = "plan"

-- the newest events
SELECT lower(hex(sipHash128(message_id) AS key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  any(message_id_hash) AS hash
FROM (SELECT timestamp, message_id, message_id_hash, event, distinct_id, session_id, service_name, environment, release,
  CAST(map(), 'Map(String, String)') AS attributes, toUInt64(0) AS resource_hash
FROM events
WHERE project_number = {p1:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64}))
WHERE 1
GROUP BY timestamp, key
ORDER BY timestamp DESC, key DESC
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = 58

-- events after a position, filtered
SELECT lower(hex(sipHash128(message_id) AS key)) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  any(message_id_hash) AS hash
FROM (SELECT timestamp, message_id, message_id_hash, event, distinct_id, session_id, service_name, environment, release,
  CAST(JSONExtractKeysAndValues(properties, 'String'), 'Map(String, String)') AS attributes, toUInt64(0) AS resource_hash
FROM events
WHERE project_number = {p1:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND (timestamp, sipHash128(message_id)) < (fromUnixTimestamp64Nano({p6:Int64}), toFixedString(unhex({p7:String}), 16))
  AND event = {p8:String}
  AND has({p9:Array(String)}, distinct_id)
  AND session_id = {p10:String})
WHERE (hasToken(lower(event), {p11:String}) OR arrayExists(word -> (hasToken(lower(word), {p12:String})), mapValues(attributes))) AND (ifNull(toFloat64OrNull(attributes[{p13:String}]) > {p14:Float64}, 0) OR resource_hash IN (SELECT resource_hash
FROM resources
WHERE project_number = {p15:UInt32}
  AND ifNull(toFloat64OrNull(attributes[{p16:String}]) > {p17:Float64}, 0)))
GROUP BY timestamp, key
ORDER BY timestamp DESC, key DESC
LIMIT {p18:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = "1795203600000000000n"
--   p7 = "abababababababababababababababab"
--   p8 = "buy"
--   p9 = ["ann","device"]
--   p10 = "s"
--   p11 = "blue"
--   p12 = "blue"
--   p13 = "price"
--   p14 = 10
--   p15 = 7
--   p16 = "price"
--   p17 = 10
--   p18 = 58

-- the events of a page
SELECT lower(hex(sipHash128(message_id))) AS id,
  toUnixTimestamp64Nano(timestamp) AS time,
  toUnixTimestamp64Milli(ingested_at) AS received,
  message_id AS message,
  toString(event) AS name,
  distinct_id AS owner,
  canonical AS canonical_id,
  session_id AS session,
  lower(hex(trace_id)) AS trace,
  toString(environment) AS environment_name,
  toString(service_name) AS service,
  toString(release) AS release_name,
  CAST(groups, 'Map(String, String)') AS group_keys,
  properties AS payload
FROM (SELECT timestamp, message_id, message_id_hash, event, distinct_id, session_id, service_name, environment, release,
  CAST(map(), 'Map(String, String)') AS attributes, toUInt64(0) AS resource_hash, ingested_at, trace_id, groups, properties, transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND distinct_id IN (SELECT distinct_id
FROM events
WHERE project_number = {p2:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p3:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p4:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND message_id_hash IN ({p7:Array(UInt64)}))
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p8:UInt32}
  AND distinct_id IN (SELECT distinct_id
FROM events
WHERE project_number = {p9:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p10:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p11:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND message_id_hash IN ({p14:Array(UInt64)}))
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical
FROM events
WHERE project_number = {p15:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p16:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p17:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64})
  AND message_id_hash IN ({p20:Array(UInt64)})
ORDER BY ingested_at DESC, timestamp DESC, distinct_id
LIMIT {p21:UInt64} BY message_id)
WHERE event = {p22:String}
--   p1 = 7
--   p2 = 7
--   p3 = "1795113600000000000n"
--   p4 = "1795289999999999999n"
--   p5 = "1795113600000000000n"
--   p6 = "1795290000000000000n"
--   p7 = ["18446744073709551615n","2n"]
--   p8 = 7
--   p9 = 7
--   p10 = "1795113600000000000n"
--   p11 = "1795289999999999999n"
--   p12 = "1795113600000000000n"
--   p13 = "1795290000000000000n"
--   p14 = ["18446744073709551615n","2n"]
--   p15 = 7
--   p16 = "1795113600000000000n"
--   p17 = "1795289999999999999n"
--   p18 = "1795113600000000000n"
--   p19 = "1795290000000000000n"
--   p20 = ["18446744073709551615n","2n"]
--   p21 = 1
--   p22 = "buy"

-- the distinct IDs of a person
SELECT linked_id
FROM (SELECT canonical AS linked_id FROM (SELECT transform({p1:String}, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND distinct_id IN (SELECT {p3:String})
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p4:UInt32}
  AND distinct_id IN (SELECT {p5:String})
  AND canonical_distinct_id != distinct_id)), 2), {p6:String}) AS canonical)
UNION ALL
SELECT linked_id FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p7:UInt32}
  AND canonical_distinct_id != distinct_id) WHERE canonical_id IN (SELECT transform({p8:String}, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p9:UInt32}
  AND distinct_id IN (SELECT {p10:String})
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p11:UInt32}
  AND distinct_id IN (SELECT {p12:String})
  AND canonical_distinct_id != distinct_id)), 2), {p13:String}) AS canonical))
--   p1 = "ann"
--   p2 = 7
--   p3 = "ann"
--   p4 = 7
--   p5 = "ann"
--   p6 = "ann"
--   p7 = 7
--   p8 = "ann"
--   p9 = 7
--   p10 = "ann"
--   p11 = 7
--   p12 = "ann"
--   p13 = "ann"

-- names
SELECT toString(event) AS name,
  toUnixTimestamp64Nano(max(last_seen)) AS latest
FROM event_names_daily
WHERE project_number = {p1:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND startsWith(lowerUTF8(event), lowerUTF8({p4:String}))
  AND event > {p5:String}
GROUP BY name
ORDER BY name
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "b"
--   p5 = "buy"
--   p6 = 51

-- names by a property
SELECT toString(event) AS name,
  toUnixTimestamp64Nano(max(timestamp)) AS latest
FROM events
WHERE project_number = {p1:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p2:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p3:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND startsWith(lowerUTF8(event), lowerUTF8({p6:String}))
  AND event > {p7:String}
  AND 1
GROUP BY name
ORDER BY name
LIMIT {p8:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203599999999999n"
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = "b"
--   p7 = "buy"
--   p8 = 51

-- triggerers
SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical,
  uniqExact(message_id_hash) AS messages,
  toUnixTimestamp64Nano(min(timestamp)) AS first,
  toUnixTimestamp64Nano(max(timestamp)) AS last
FROM events
WHERE project_number = {p3:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p4:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p5:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND event = {p8:String}
GROUP BY canonical
HAVING canonical > {p9:String}
ORDER BY canonical
LIMIT {p10:UInt64}
--   p1 = 7
--   p2 = 7
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203599999999999n"
--   p6 = "1795200000000000000n"
--   p7 = "1795203600000000000n"
--   p8 = "buy"
--   p9 = "ann"
--   p10 = 51

-- aliases of triggerers
SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS canonical,
  distinct_id,
  max(is_identified) AS identified,
  toUnixTimestamp64Nano(min(first_seen)) AS first,
  toUnixTimestamp64Nano(max(last_seen)) AS last
FROM person_seen
WHERE project_number = {p3:UInt32}
  AND distinct_id IN (SELECT canonical AS linked_id FROM (SELECT arrayJoin({p4:Array(String)}) AS canonical)
UNION ALL
SELECT linked_id FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p5:UInt32}
  AND canonical_distinct_id != distinct_id) WHERE canonical_id IN (SELECT arrayJoin({p6:Array(String)}) AS canonical))
GROUP BY canonical, distinct_id
ORDER BY canonical, distinct_id
--   p1 = 7
--   p2 = 7
--   p3 = 7
--   p4 = ["ann"]
--   p5 = 7
--   p6 = ["ann"]

-- a funnel
SELECT slot,
  step,
  count() AS persons,
  quantileExactInclusive(0.5)(reached.2) AS from_start,
  quantileExactInclusive(0.5)(reached.3) AS from_previous
FROM (SELECT taken, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value, 0 AS slot FROM (SELECT person, json,
  arrayMap(code -> intDiv(code, {p2:Int64}), codes) AS times,
  arrayMap(code -> toUInt16(code % {p3:Int64}), codes) AS masks,
  arrayMap((time, previous) -> time != previous, times, arrayShiftRight(times, 1)) AS is_later,
  arrayMap((time, mask) -> if(bitTest(mask, {p4:UInt8}), time, 0), times, masks) AS chain_1,
  arrayMap((time, mask, start) -> if(bitTest(mask, {p5:UInt8}) AND start > 0 AND time - start <= {p6:Int64}, start, 0),
    times, masks, arrayFill((start, is_later) -> is_later, arrayShiftRight(arrayFill(start -> start > 0, chain_1), 1), is_later)) AS chain_2,
  [(arrayFirstIndex(start -> start > 0, chain_1) > 0, toInt64(0), toInt64(0)),
  (arrayFirstIndex(start -> start > 0, chain_2) > 0, toInt64(times[arrayFirstIndex(start -> start > 0, chain_2)] - chain_2[arrayFirstIndex(start -> start > 0, chain_2)]), toInt64(times[arrayFirstIndex(start -> start > 0, chain_2)] - times[indexOf(chain_1, chain_2[arrayFirstIndex(start -> start > 0, chain_2)])]))] AS taken
FROM (SELECT person, arraySort(groupArray((t - {p7:Int64}) * {p8:Int64} + mask)) AS codes, '' AS json FROM (SELECT person, t, message_id_hash, mask, value_json FROM (SELECT transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p9:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p10:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) AS person, toUnixTimestamp64Nano(timestamp) AS t, message_id_hash,
  bitOr(bitShiftLeft(toUInt16(event = 'open'), {p11:UInt8}), bitShiftLeft(toUInt16(event = 'buy'), {p12:UInt8})) AS mask, '' AS value_json
FROM events
WHERE project_number = {p13:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p14:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p15:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p16:Int64}) AND timestamp < fromUnixTimestamp64Nano({p17:Int64})
  AND event IN {p18:Array(String)}) WHERE mask != 0) GROUP BY person))) ARRAY JOIN taken AS reached, arrayEnumerate(taken) AS step
WHERE reached.1
GROUP BY slot, step
--   p1 = 256
--   p2 = "4n"
--   p3 = "4n"
--   p4 = 0
--   p5 = 1
--   p6 = "5n"
--   p7 = "1795199999999999999n"
--   p8 = "4n"
--   p9 = 7
--   p10 = 7
--   p11 = 0
--   p12 = 1
--   p13 = 7
--   p14 = "1795200000000000000n"
--   p15 = "1795203599999999999n"
--   p16 = "1795200000000000000n"
--   p17 = "1795203600000000000n"
--   p18 = ["open","buy"]

-- the values of a funnel
SELECT value,
  sipHash64(value) AS hash
FROM (SELECT person, json NOT IN ('', 'null') AS has_value, leftUTF8(JSONExtractString(json), {p1:UInt64}) AS value FROM (SELECT person, argMinIf(value_json, (t, message_id_hash), bitTest(mask, 0)) AS json
FROM (SELECT person, t, message_id_hash, mask, value_json FROM (SELECT transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p3:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) AS person, toUnixTimestamp64Nano(timestamp) AS t, message_id_hash,
  bitOr(bitShiftLeft(toUInt16(event = 'open'), {p4:UInt8}), bitShiftLeft(toUInt16(event = 'buy'), {p5:UInt8})) AS mask, JSONExtractRaw(properties, {p6:String}) AS value_json
FROM events FINAL
WHERE project_number = {p7:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p8:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p9:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})
  AND event IN {p12:Array(String)}) WHERE mask != 0)
GROUP BY person HAVING countIf(bitTest(mask, 0)) > 0))
WHERE has_value
GROUP BY value
ORDER BY count() DESC, value
LIMIT {p13:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = 7
--   p4 = 0
--   p5 = 1
--   p6 = "plan"
--   p7 = 7
--   p8 = "1795200000000000000n"
--   p9 = "1795203599999999999n"
--   p10 = "1795200000000000000n"
--   p11 = "1795203600000000000n"
--   p12 = ["open","buy"]
--   p13 = 10

-- retention
SELECT cohort,
  returned,
  count() AS persons
FROM (SELECT roundDown(begun, {p1:Array(Int64)}) AS cohort,
  arrayDistinct(arrayMap(t -> roundDown(t, {p2:Array(Int64)}), arrayFilter(t -> t >= begun, returns))) AS late_enough,
  arrayPushBack(late_enough, toInt64(-1)) AS periods
FROM (SELECT minIf(t, is_start) AS begun, groupArrayIf(t, is_return) AS returns
FROM (SELECT transform(distinct_id_hash, tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p3:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(cityHash64(linked_id)), toUInt64(0)), arrayPushBack(groupArray(cityHash64(canonical_id)), toUInt64(0))) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p4:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id_hash) AS person, toUnixTimestamp64Nano(timestamp) AS t, event = 'open' AS is_start,
  event = 'buy' AS is_return
FROM events
WHERE project_number = {p5:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p6:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p7:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p8:Int64}) AND timestamp < fromUnixTimestamp64Nano({p9:Int64})
  AND event IN {p10:Array(String)})
GROUP BY person HAVING countIf(is_start) > 0)) ARRAY JOIN periods AS returned
GROUP BY cohort, returned
--   p1 = ["1795200000000000000n"]
--   p2 = ["1795200000000000000n"]
--   p3 = 7
--   p4 = 7
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795203599999999999n"
--   p8 = "1795200000000000000n"
--   p9 = "1795203600000000000n"
--   p10 = ["open","buy"]

-- who came back to an event
SELECT transform(distinct_id, tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p1:UInt32}
  AND canonical_distinct_id != distinct_id)), 1), tupleElement((SELECT (arrayPushBack(groupArray(linked_id), ''), arrayPushBack(groupArray(canonical_id), '')) FROM (SELECT distinct_id AS linked_id, canonical_distinct_id AS canonical_id
FROM person_overrides FINAL
WHERE project_number = {p2:UInt32}
  AND canonical_distinct_id != distinct_id)), 2), distinct_id) AS person
FROM events
WHERE project_number = {p3:UInt32}
  AND toDate(timestamp) >= toDate(fromUnixTimestamp64Nano({p4:Int64})) AND toDate(timestamp) <= toDate(fromUnixTimestamp64Nano({p5:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND event = {p8:String}
GROUP BY person
HAVING countIf(timestamp >= fromUnixTimestamp64Nano({p9:Int64})) > 0 AND countIf(timestamp < fromUnixTimestamp64Nano({p10:Int64})) > 0 AND countIf(NOT (timestamp >= fromUnixTimestamp64Nano({p11:Int64})) AND NOT (timestamp < fromUnixTimestamp64Nano({p12:Int64}))) = 0
--   p1 = 7
--   p2 = 7
--   p3 = 7
--   p4 = "1792611600000000000n"
--   p5 = "1795203599999999999n"
--   p6 = "1792611600000000000n"
--   p7 = "1795203600000000000n"
--   p8 = "buy"
--   p9 = "1794598800000000000n"
--   p10 = "1792006800000000000n"
--   p11 = "1794598800000000000n"
--   p12 = "1792006800000000000n"
