-- of any trace
SELECT lower(hex(trace_id)) AS trace,
  lower(hex(span_id)) AS span,
  toString(name) AS operation,
  toUnixTimestamp64Nano(timestamp) AS time
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND span_id = toFixedString(unhex({p4:String}), 8)
ORDER BY timestamp DESC, trace_id
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795286400000000000n"
--   p4 = "abababababababab"
--   p5 = 11

-- of one trace
SELECT lower(hex(trace_id)) AS trace,
  lower(hex(span_id)) AS span,
  toString(name) AS operation,
  toUnixTimestamp64Nano(timestamp) AS time
FROM spans
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND trace_id = toFixedString(unhex({p4:String}), 16)
  AND span_id = toFixedString(unhex({p5:String}), 8)
ORDER BY timestamp DESC, trace_id
LIMIT {p6:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795286400000000000n"
--   p4 = "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"
--   p5 = "abababababababab"
--   p6 = 1
