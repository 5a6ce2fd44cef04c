-- all services
SELECT service_name, arraySort(groupUniqArray(toString(environment))) AS environment_names,
  sumIf(calls, (kind IN (2, 5) OR is_root = 1)) AS requests, sumIf(errors, (kind IN (2, 5) OR is_root = 1)) AS request_errors,
  sumIf(service_minutes.duration_ns, (kind IN (2, 5) OR is_root = 1)) AS request_duration_ns,
  quantilesTDigestMergeIf(0.5, 0.95, 0.99)(durations, (kind IN (2, 5) OR is_root = 1)) AS percentiles,
  sum(calls) AS spans, toUnixTimestamp(max(minute)) AS latest
FROM service_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
GROUP BY service_name
ORDER BY service_name
LIMIT {p4:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = 10000

-- services of environments
SELECT service_name, arraySort(groupUniqArray(toString(environment))) AS environment_names,
  sumIf(calls, (kind IN (2, 5) OR is_root = 1)) AS requests, sumIf(errors, (kind IN (2, 5) OR is_root = 1)) AS request_errors,
  sumIf(service_minutes.duration_ns, (kind IN (2, 5) OR is_root = 1)) AS request_duration_ns,
  quantilesTDigestMergeIf(0.5, 0.95, 0.99)(durations, (kind IN (2, 5) OR is_root = 1)) AS percentiles,
  sum(calls) AS spans, toUnixTimestamp(max(minute)) AS latest
FROM service_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND has({p4:Array(String)}, environment)
GROUP BY service_name
ORDER BY service_name
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = ["production","staging"]
--   p5 = 10000

-- one service over time
SELECT intDiv(toUnixTimestamp(minute), {p1:UInt32}) * {p2:UInt32} AS bucket,
  sumIf(calls, (kind IN (2, 5) OR is_root = 1)) AS requests, sumIf(errors, (kind IN (2, 5) OR is_root = 1)) AS request_errors,
  sumIf(service_minutes.duration_ns, (kind IN (2, 5) OR is_root = 1)) AS request_duration_ns,
  quantilesTDigestMergeIf(0.5, 0.95, 0.99)(durations, (kind IN (2, 5) OR is_root = 1)) AS percentiles
FROM service_minutes
WHERE project_number = {p3:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p4:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND service_name = {p6:String}
  AND environment = {p7:String}
GROUP BY bucket
ORDER BY bucket
--   p1 = 300
--   p2 = 300
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = "checkout"
--   p7 = "production"

-- what sampling left out of services
SELECT service_name, sumIf(added_calls, is_request = 1) AS added_requests, sumIf(sampled_minutes.added_errors, is_request = 1) AS added_errors,
  sumIf(sampled_minutes.added_duration_ns, is_request = 1) AS added_duration_ns, sum(added_calls) AS added_spans
FROM sampled_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
GROUP BY service_name
ORDER BY service_name
LIMIT {p4:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = 10000

-- what sampling left out of one over time
SELECT intDiv(toUnixTimestamp(minute), {p1:UInt32}) * {p2:UInt32} AS bucket, sumIf(added_calls, is_request = 1) AS added_requests, sumIf(sampled_minutes.added_errors, is_request = 1) AS added_errors,
  sumIf(sampled_minutes.added_duration_ns, is_request = 1) AS added_duration_ns, sum(added_calls) AS added_spans
FROM sampled_minutes
WHERE project_number = {p3:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p4:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND service_name = {p6:String}
  AND environment = {p7:String}
GROUP BY bucket
--   p1 = 300
--   p2 = 300
--   p3 = 7
--   p4 = "1795200000000000000n"
--   p5 = "1795203600000000000n"
--   p6 = "checkout"
--   p7 = "production"

-- whether a service is known
SELECT 1
FROM service_minutes
WHERE project_number = {p1:UInt32}
  AND service_name = {p2:String}
LIMIT {p3:UInt64}
--   p1 = 7
--   p2 = "checkout"
--   p3 = 1
