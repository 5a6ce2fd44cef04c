-- service
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT service_name AS stored, toUInt64(sum(spans)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM request_minutes
WHERE project_number = {p2:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p3:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p4:Int64}))
GROUP BY stored
UNION ALL
SELECT service_name AS stored, toUInt64(sum(spans)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM request_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
GROUP BY stored
UNION ALL
SELECT service_name AS stored, toUInt64(sum(spans)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM request_hours
WHERE project_number = {p8:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p9:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p10:Int64}))
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p11:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT service_name AS stored, toUInt64(0) AS span_records, toUInt64(sum(records)) AS log_records, toUInt64(0) AS series_records
FROM log_minutes
WHERE project_number = {p12:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p13:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p14:Int64}))
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p15:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT service_name AS stored, toUInt64(0) AS span_records, toUInt64(0) AS log_records, toUInt64(uniqExact(series_hash)) AS series_records
FROM metric_series
WHERE project_number = {p16:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p17:Int64}))
  AND metric_name IN (SELECT name FROM (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p18:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p19:Int64})))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p20:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795201200000000000n"
--   p5 = 7
--   p6 = "1795284000000000000n"
--   p7 = "1795286460000000000n"
--   p8 = 7
--   p9 = "1795201200000000000n"
--   p10 = "1795284000000000000n"
--   p11 = 256
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795286460000000000n"
--   p15 = 256
--   p16 = 7
--   p17 = "1795110000000000001n"
--   p18 = 7
--   p19 = "1795200000000000001n"
--   p20 = 101

-- environment
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT environment AS stored, toUInt64(sum(spans)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM request_minutes
WHERE project_number = {p2:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p3:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p4:Int64}))
GROUP BY stored
UNION ALL
SELECT environment AS stored, toUInt64(sum(spans)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM request_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
GROUP BY stored
UNION ALL
SELECT environment AS stored, toUInt64(sum(spans)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM request_hours
WHERE project_number = {p8:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p9:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p10:Int64}))
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p11:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT environment AS stored, toUInt64(0) AS span_records, toUInt64(sum(records)) AS log_records, toUInt64(0) AS series_records
FROM log_minutes
WHERE project_number = {p12:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p13:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p14:Int64}))
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p15:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT environment AS stored, toUInt64(0) AS span_records, toUInt64(0) AS log_records, toUInt64(uniqExact(series_hash)) AS series_records
FROM metric_series
WHERE project_number = {p16:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p17:Int64}))
  AND metric_name IN (SELECT name FROM (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p18:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p19:Int64})))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p20:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795201200000000000n"
--   p5 = 7
--   p6 = "1795284000000000000n"
--   p7 = "1795286460000000000n"
--   p8 = 7
--   p9 = "1795201200000000000n"
--   p10 = "1795284000000000000n"
--   p11 = 256
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795286460000000000n"
--   p15 = 256
--   p16 = 7
--   p17 = "1795110000000000001n"
--   p18 = 7
--   p19 = "1795200000000000001n"
--   p20 = 101

-- level
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(multiIf(stored >= {p1:UInt8} AND stored <= {p2:UInt8}, {p3:String}, stored >= {p4:UInt8} AND stored <= {p5:UInt8}, {p6:String}, stored >= {p7:UInt8} AND stored <= {p8:UInt8}, {p9:String}, stored >= {p10:UInt8} AND stored <= {p11:UInt8}, {p12:String}, stored >= {p13:UInt8} AND stored <= {p14:UInt8}, {p15:String}, stored >= {p16:UInt8} AND stored <= {p17:UInt8}, {p18:String}, ''), {p19:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT severity_number AS stored, toUInt64(0) AS span_records, toUInt64(sum(records)) AS log_records, toUInt64(0) AS series_records
FROM log_minutes
WHERE project_number = {p20:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p21:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p22:Int64}))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p23:UInt64}
--   p1 = 1
--   p2 = 4
--   p3 = "trace"
--   p4 = 5
--   p5 = 8
--   p6 = "debug"
--   p7 = 9
--   p8 = 12
--   p9 = "info"
--   p10 = 13
--   p11 = 16
--   p12 = "warn"
--   p13 = 17
--   p14 = 20
--   p15 = "error"
--   p16 = 21
--   p17 = 24
--   p18 = "fatal"
--   p19 = 256
--   p20 = 7
--   p21 = "1795200000000000000n"
--   p22 = "1795286460000000000n"
--   p23 = 101

-- operation
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT operation AS stored, toUInt64(sum(calls)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM service_minutes
WHERE project_number = {p2:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p3:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p4:Int64}))
GROUP BY stored
UNION ALL
SELECT operation AS stored, toUInt64(sum(calls)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM service_minutes
WHERE project_number = {p5:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p6:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p7:Int64}))
GROUP BY stored
UNION ALL
SELECT operation AS stored, toUInt64(sum(calls)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM service_hours
WHERE project_number = {p8:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p9:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p10:Int64}))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p11:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795201200000000000n"
--   p5 = 7
--   p6 = "1795284000000000000n"
--   p7 = "1795286460000000000n"
--   p8 = 7
--   p9 = "1795201200000000000n"
--   p10 = "1795284000000000000n"
--   p11 = 101

-- kind
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(multiIf(stored >= {p1:UInt8} AND stored <= {p2:UInt8}, {p3:String}, stored >= {p4:UInt8} AND stored <= {p5:UInt8}, {p6:String}, stored >= {p7:UInt8} AND stored <= {p8:UInt8}, {p9:String}, stored >= {p10:UInt8} AND stored <= {p11:UInt8}, {p12:String}, stored >= {p13:UInt8} AND stored <= {p14:UInt8}, {p15:String}, stored >= {p16:UInt8} AND stored <= {p17:UInt8}, {p18:String}, ''), {p19:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT kind AS stored, toUInt64(sum(calls)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM service_minutes
WHERE project_number = {p20:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p21:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p22:Int64}))
GROUP BY stored
UNION ALL
SELECT kind AS stored, toUInt64(sum(calls)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM service_minutes
WHERE project_number = {p23:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p24:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p25:Int64}))
GROUP BY stored
UNION ALL
SELECT kind AS stored, toUInt64(sum(calls)) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM service_hours
WHERE project_number = {p26:UInt32}
  AND hour >= toDateTime(fromUnixTimestamp64Nano({p27:Int64})) AND hour < toDateTime(fromUnixTimestamp64Nano({p28:Int64}))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p29:UInt64}
--   p1 = 0
--   p2 = 0
--   p3 = "unspecified"
--   p4 = 1
--   p5 = 1
--   p6 = "internal"
--   p7 = 2
--   p8 = 2
--   p9 = "server"
--   p10 = 3
--   p11 = 3
--   p12 = "client"
--   p13 = 4
--   p14 = 4
--   p15 = "producer"
--   p16 = 5
--   p17 = 5
--   p18 = "consumer"
--   p19 = 256
--   p20 = 7
--   p21 = "1795200000000000000n"
--   p22 = "1795201200000000000n"
--   p23 = 7
--   p24 = "1795284000000000000n"
--   p25 = "1795286460000000000n"
--   p26 = 7
--   p27 = "1795201200000000000n"
--   p28 = "1795284000000000000n"
--   p29 = 101

-- release
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT release AS stored, toUInt64(count()) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p5:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT release AS stored, toUInt64(0) AS span_records, toUInt64(count()) AS log_records, toUInt64(0) AS series_records
FROM logs
WHERE project_number = {p6:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p9:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795200000000000001n"
--   p4 = "1795286400000000001n"
--   p5 = 256
--   p6 = 7
--   p7 = "1795200000000000001n"
--   p8 = "1795286400000000001n"
--   p9 = 101

-- scope
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT scope_name AS stored, toUInt64(count()) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM spans
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p5:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT scope_name AS stored, toUInt64(0) AS span_records, toUInt64(count()) AS log_records, toUInt64(0) AS series_records
FROM logs
WHERE project_number = {p6:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
GROUP BY stored
)
UNION ALL
SELECT leftUTF8(toString(stored), {p9:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT scope_name AS stored, toUInt64(0) AS span_records, toUInt64(0) AS log_records, toUInt64(uniqExact(series_hash)) AS series_records
FROM metric_series
WHERE project_number = {p10:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p11:Int64}))
  AND metric_name IN (SELECT name FROM (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p12:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p13:Int64})))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p14:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795200000000000001n"
--   p4 = "1795286400000000001n"
--   p5 = 256
--   p6 = 7
--   p7 = "1795200000000000001n"
--   p8 = "1795286400000000001n"
--   p9 = 256
--   p10 = 7
--   p11 = "1795110000000000001n"
--   p12 = 7
--   p13 = "1795200000000000001n"
--   p14 = 101

-- event_name
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT event_name AS stored, toUInt64(0) AS span_records, toUInt64(count()) AS log_records, toUInt64(0) AS series_records
FROM logs
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p5:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795200000000000001n"
--   p4 = "1795286400000000001n"
--   p5 = 101

-- metric
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT leftUTF8(toString(stored), {p1:UInt32}) AS value, span_records, log_records, series_records
FROM (
SELECT metric_name AS stored, toUInt64(0) AS span_records, toUInt64(0) AS log_records, toUInt64(uniqExact(series_hash)) AS series_records
FROM metric_series
WHERE project_number = {p2:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND metric_name IN (SELECT name FROM (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p4:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p5:Int64})))
GROUP BY stored
))
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p6:UInt64}
--   p1 = 256
--   p2 = 7
--   p3 = "1795110000000000001n"
--   p4 = 7
--   p5 = "1795200000000000001n"
--   p6 = 101

-- tenant
SELECT value,
  sum(span_records) AS span_total,
  sum(log_records) AS log_total,
  sum(series_records) AS series_total
FROM (SELECT value, toUInt64(count()) AS span_records, toUInt64(0) AS log_records, toUInt64(0) AS series_records
FROM (
SELECT if(mapContains(attributes, {p1:String}), leftUTF8(attributes[{p2:String}], {p3:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p4:String}], {p5:UInt32}))))
FROM resources
WHERE project_number = {p6:UInt32}
  AND mapContains(attributes, {p7:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p8:String}], {p9:UInt32}))))
FROM resources
WHERE project_number = {p10:UInt32}
  AND mapContains(attributes, {p11:String})), 2), '')) AS value
FROM spans
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
ORDER BY toStartOfInterval(timestamp, toIntervalSecond(10)) DESC
LIMIT {p15:UInt64}
)
GROUP BY value
UNION ALL
SELECT value, toUInt64(0) AS span_records, toUInt64(count()) AS log_records, toUInt64(0) AS series_records
FROM (
SELECT value
FROM (SELECT timestamp, if(mapContains(attributes, {p16:String}), leftUTF8(attributes[{p17:String}], {p18:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p19:String}], {p20:UInt32}))))
FROM resources
WHERE project_number = {p21:UInt32}
  AND mapContains(attributes, {p22:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p23:String}], {p24:UInt32}))))
FROM resources
WHERE project_number = {p25:UInt32}
  AND mapContains(attributes, {p26:String})), 2), '')) AS value
FROM logs
WHERE project_number = {p27:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p28:Int64}) AND timestamp < fromUnixTimestamp64Nano({p29:Int64})
  AND is_error = {p30:UInt8}
ORDER BY timestamp DESC
LIMIT {p31:UInt64}
UNION ALL
SELECT timestamp, if(mapContains(attributes, {p32:String}), leftUTF8(attributes[{p33:String}], {p34:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p35:String}], {p36:UInt32}))))
FROM resources
WHERE project_number = {p37:UInt32}
  AND mapContains(attributes, {p38:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p39:String}], {p40:UInt32}))))
FROM resources
WHERE project_number = {p41:UInt32}
  AND mapContains(attributes, {p42:String})), 2), '')) AS value
FROM logs
WHERE project_number = {p43:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p44:Int64}) AND timestamp < fromUnixTimestamp64Nano({p45:Int64})
  AND is_error = {p46:UInt8}
ORDER BY timestamp DESC
LIMIT {p47:UInt64})
ORDER BY timestamp DESC
LIMIT {p48:UInt64}
)
GROUP BY value
UNION ALL
SELECT value, toUInt64(0) AS span_records, toUInt64(0) AS log_records, toUInt64(uniqExact(series_hash)) AS series_records
FROM (
SELECT if(mapContains(attributes, {p49:String}), leftUTF8(attributes[{p50:String}], {p51:UInt32}), transform(resource_hash, tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p52:String}], {p53:UInt32}))))
FROM resources
WHERE project_number = {p54:UInt32}
  AND mapContains(attributes, {p55:String})), 1), tupleElement((SELECT arraySort(groupUniqArray((resource_hash, leftUTF8(attributes[{p56:String}], {p57:UInt32}))))
FROM resources
WHERE project_number = {p58:UInt32}
  AND mapContains(attributes, {p59:String})), 2), '')) AS value, series_hash
FROM metric_series
WHERE project_number = {p60:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p61:Int64}))
  AND metric_name IN (SELECT name FROM (SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p62:UInt32}
GROUP BY metric_name
HAVING max(last_point) >= fromUnixTimestamp64Nano({p63:Int64})))
LIMIT {p64:UInt64}
)
GROUP BY value)
WHERE value != ''
GROUP BY value
HAVING span_total + log_total + series_total > 0
ORDER BY span_total + log_total + series_total DESC, value
LIMIT {p65:UInt64}
--   p1 = "tenant"
--   p2 = "tenant"
--   p3 = 256
--   p4 = "tenant"
--   p5 = 256
--   p6 = 7
--   p7 = "tenant"
--   p8 = "tenant"
--   p9 = 256
--   p10 = 7
--   p11 = "tenant"
--   p12 = 7
--   p13 = "1795200000000000001n"
--   p14 = "1795286400000000001n"
--   p15 = 20000
--   p16 = "tenant"
--   p17 = "tenant"
--   p18 = 256
--   p19 = "tenant"
--   p20 = 256
--   p21 = 7
--   p22 = "tenant"
--   p23 = "tenant"
--   p24 = 256
--   p25 = 7
--   p26 = "tenant"
--   p27 = 7
--   p28 = "1795200000000000001n"
--   p29 = "1795286400000000001n"
--   p30 = 0
--   p31 = 20000
--   p32 = "tenant"
--   p33 = "tenant"
--   p34 = 256
--   p35 = "tenant"
--   p36 = 256
--   p37 = 7
--   p38 = "tenant"
--   p39 = "tenant"
--   p40 = 256
--   p41 = 7
--   p42 = "tenant"
--   p43 = 7
--   p44 = "1795200000000000001n"
--   p45 = "1795286400000000001n"
--   p46 = 1
--   p47 = 20000
--   p48 = 20000
--   p49 = "tenant"
--   p50 = "tenant"
--   p51 = 256
--   p52 = "tenant"
--   p53 = 256
--   p54 = 7
--   p55 = "tenant"
--   p56 = "tenant"
--   p57 = 256
--   p58 = 7
--   p59 = "tenant"
--   p60 = 7
--   p61 = "1795110000000000001n"
--   p62 = 7
--   p63 = "1795200000000000001n"
--   p64 = 20000
--   p65 = 101
