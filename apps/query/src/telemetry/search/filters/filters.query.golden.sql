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
