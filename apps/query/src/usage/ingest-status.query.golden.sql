-- receipts of all hours, counts since an hour
SELECT signal,
  outcome,
  toUnixTimestamp(min(greatest(hour, first_received))) AS first_second,
  toUnixTimestamp(max(greatest(hour, last_received))) AS last_second,
  sumIf(usage_hours.items, hour >= toDateTime(fromUnixTimestamp64Nano({p1:Int64}))) AS items,
  sumIf(usage_hours.requests, hour >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))) AS requests,
  sumIf(usage_hours.bytes, hour >= toDateTime(fromUnixTimestamp64Nano({p3:Int64}))) AS bytes
FROM usage_hours
WHERE project_number = {p4:UInt32}
GROUP BY signal, outcome
ORDER BY signal, items DESC, outcome
--   p1 = "1795197600000000000n"
--   p2 = "1795197600000000000n"
--   p3 = "1795197600000000000n"
--   p4 = 7
