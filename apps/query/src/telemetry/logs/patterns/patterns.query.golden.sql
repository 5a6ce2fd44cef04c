-- how many records each bucket has
SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p1:Int64}, {p2:Int64}) AS bucket,
  count() AS records
FROM logs
WHERE project_number = {p3:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p4:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p5:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND (severity_number BETWEEN {p8:UInt8} AND {p9:UInt8})
GROUP BY bucket
ORDER BY bucket
--   p1 = "1795200000000000000n"
--   p2 = "3600000000000n"
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795286399999999999n"
--   p6 = "1795200000000000000n"
--   p7 = "1795286400000000000n"
--   p8 = 17
--   p9 = 20

-- where the newest of them begin
SELECT {p1:UInt8} AS bucket,
  start,
  records
FROM (SELECT toUnixTimestamp64Nano(min(timestamp)) AS start,
  count() AS records
FROM (SELECT timestamp
FROM logs
WHERE project_number = {p2:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p3:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p4:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND (severity_number BETWEEN {p7:UInt8} AND {p8:UInt8})
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC
LIMIT {p9:UInt64}))
UNION ALL
SELECT {p10:UInt8} AS bucket,
  start,
  records
FROM (SELECT toUnixTimestamp64Nano(min(timestamp)) AS start,
  count() AS records
FROM (SELECT timestamp
FROM logs
WHERE project_number = {p11:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p12:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p13:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND (severity_number BETWEEN {p16:UInt8} AND {p17:UInt8})
ORDER BY toStartOfFiveMinutes(timestamp) DESC, timestamp DESC
LIMIT {p18:UInt64}))
--   p1 = 0
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795203599999999999n"
--   p5 = "1795200000000000000n"
--   p6 = "1795203600000000000n"
--   p7 = 17
--   p8 = 20
--   p9 = 1000
--   p10 = 23
--   p11 = 7
--   p12 = "1795282800000000000n"
--   p13 = "1795286399999999999n"
--   p14 = "1795282800000000000n"
--   p15 = "1795286400000000000n"
--   p16 = 17
--   p17 = 20
--   p18 = 1000

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
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p4:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p5:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND (severity_number BETWEEN {p8:UInt8} AND {p9:UInt8})
GROUP BY message
UNION ALL
SELECT {p10:UInt8} AS bucket,
  leftUTF8(body, {p11:UInt32}) AS message,
  count() AS records,
  toUnixTimestamp64Nano(min(timestamp)) AS first,
  toUnixTimestamp64Nano(max(timestamp)) AS latest,
  hex(argMax(log_id, (timestamp, log_id))) AS id,
  max(severity_number) AS gravest
FROM logs
WHERE project_number = {p12:UInt32}
  AND toStartOfFiveMinutes(timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p13:Int64}))
  AND toStartOfFiveMinutes(timestamp) <= toStartOfFiveMinutes(fromUnixTimestamp64Nano({p14:Int64}))
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND (severity_number BETWEEN {p17:UInt8} AND {p18:UInt8})
GROUP BY message
--   p1 = 0
--   p2 = 1024
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203599999999999n"
--   p6 = "1795200000000000000n"
--   p7 = "1795203600000000000n"
--   p8 = 17
--   p9 = 20
--   p10 = 23
--   p11 = 1024
--   p12 = 7
--   p13 = "1795282800000000000n"
--   p14 = "1795286399999999999n"
--   p15 = "1795282800000000000n"
--   p16 = "1795286400000000000n"
--   p17 = 17
--   p18 = 20
