-- how many records each bucket has
SELECT bucket,
  sum(matching) AS records
FROM (SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p1:Int64}, {p2:Int64}) AS bucket, count() AS matching
FROM logs
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND ((is_error = {p6:UInt8} AND severity_number BETWEEN {p7:UInt8} AND {p8:UInt8}))
GROUP BY bucket)
GROUP BY bucket
HAVING records > 0
ORDER BY bucket
--   p1 = "1795200000000000000n"
--   p2 = "3600000000000n"
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795286400000000000n"
--   p6 = 1
--   p7 = 17
--   p8 = 20

-- how many records its minutes have
SELECT bucket,
  sum(matching) AS records
FROM (SELECT intDiv(toUnixTimestamp64Nano(toDateTime64(minute, 9)) - {p1:Int64}, {p2:Int64}) AS bucket, toUInt64(sum(records)) AS matching
FROM log_minutes
WHERE project_number = {p3:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p4:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND ((is_error = {p6:UInt8} AND severity_number BETWEEN {p7:UInt8} AND {p8:UInt8}))
GROUP BY bucket)
GROUP BY bucket
HAVING records > 0
ORDER BY bucket
--   p1 = "1795200000000000000n"
--   p2 = "3600000000000n"
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795286400000000000n"
--   p6 = 1
--   p7 = 17
--   p8 = 20

-- where the newest of them begin
SELECT {p1:UInt8} AS bucket,
  start,
  records
FROM (SELECT toUnixTimestamp64Nano(min(timestamp)) AS start,
  count() AS records
FROM (SELECT timestamp
FROM (SELECT timestamp
FROM logs
WHERE project_number = {p2:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p3:Int64}) AND timestamp < fromUnixTimestamp64Nano({p4:Int64})
  AND is_error = {p5:UInt8}
  AND ((is_error = {p6:UInt8} AND severity_number BETWEEN {p7:UInt8} AND {p8:UInt8}))
ORDER BY timestamp DESC
LIMIT {p9:UInt64}
UNION ALL
SELECT timestamp
FROM logs
WHERE project_number = {p10:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AND timestamp < fromUnixTimestamp64Nano({p12:Int64})
  AND is_error = {p13:UInt8}
  AND ((is_error = {p14:UInt8} AND severity_number BETWEEN {p15:UInt8} AND {p16:UInt8}))
ORDER BY timestamp DESC
LIMIT {p17:UInt64})
ORDER BY timestamp DESC
LIMIT {p18:UInt64}))
UNION ALL
SELECT {p19:UInt8} AS bucket,
  start,
  records
FROM (SELECT toUnixTimestamp64Nano(min(timestamp)) AS start,
  count() AS records
FROM (SELECT timestamp
FROM (SELECT timestamp
FROM logs
WHERE project_number = {p20:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p21:Int64}) AND timestamp < fromUnixTimestamp64Nano({p22:Int64})
  AND is_error = {p23:UInt8}
  AND ((is_error = {p24:UInt8} AND severity_number BETWEEN {p25:UInt8} AND {p26:UInt8}))
ORDER BY timestamp DESC
LIMIT {p27:UInt64}
UNION ALL
SELECT timestamp
FROM logs
WHERE project_number = {p28:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p29:Int64}) AND timestamp < fromUnixTimestamp64Nano({p30:Int64})
  AND is_error = {p31:UInt8}
  AND ((is_error = {p32:UInt8} AND severity_number BETWEEN {p33:UInt8} AND {p34:UInt8}))
ORDER BY timestamp DESC
LIMIT {p35:UInt64})
ORDER BY timestamp DESC
LIMIT {p36:UInt64}))
--   p1 = 0
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795203600000000000n"
--   p5 = 0
--   p6 = 1
--   p7 = 17
--   p8 = 20
--   p9 = 1000
--   p10 = 7
--   p11 = "1795200000000000000n"
--   p12 = "1795203600000000000n"
--   p13 = 1
--   p14 = 1
--   p15 = 17
--   p16 = 20
--   p17 = 1000
--   p18 = 1000
--   p19 = 23
--   p20 = 7
--   p21 = "1795282800000000000n"
--   p22 = "1795286400000000000n"
--   p23 = 0
--   p24 = 1
--   p25 = 17
--   p26 = 20
--   p27 = 1000
--   p28 = 7
--   p29 = "1795282800000000000n"
--   p30 = "1795286400000000000n"
--   p31 = 1
--   p32 = 1
--   p33 = 17
--   p34 = 20
--   p35 = 1000
--   p36 = 1000

-- their messages
SELECT {p1:UInt8} AS bucket,
  leftUTF8(body, {p2:UInt32}) AS message,
  count() AS records,
  toUnixTimestamp64Nano(min(timestamp)) AS first,
  toUnixTimestamp64Nano(max(timestamp)) AS latest,
  hex(argMax(log_id, (timestamp, log_id))) AS id,
  max(severity_number) AS gravest
FROM logs
WHERE project_number = {p3:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p4:Int64}) AND timestamp < fromUnixTimestamp64Nano({p5:Int64})
  AND ((is_error = {p6:UInt8} AND severity_number BETWEEN {p7:UInt8} AND {p8:UInt8}))
GROUP BY message
UNION ALL
SELECT {p9:UInt8} AS bucket,
  leftUTF8(body, {p10:UInt32}) AS message,
  count() AS records,
  toUnixTimestamp64Nano(min(timestamp)) AS first,
  toUnixTimestamp64Nano(max(timestamp)) AS latest,
  hex(argMax(log_id, (timestamp, log_id))) AS id,
  max(severity_number) AS gravest
FROM logs
WHERE project_number = {p11:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p12:Int64}) AND timestamp < fromUnixTimestamp64Nano({p13:Int64})
  AND ((is_error = {p14:UInt8} AND severity_number BETWEEN {p15:UInt8} AND {p16:UInt8}))
GROUP BY message
--   p1 = 0
--   p2 = 1024
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = 1
--   p7 = 17
--   p8 = 20
--   p9 = 23
--   p10 = 1024
--   p11 = 7
--   p12 = "1795282800000000000n"
--   p13 = "1795286400000000000n"
--   p14 = 1
--   p15 = 17
--   p16 = 20
