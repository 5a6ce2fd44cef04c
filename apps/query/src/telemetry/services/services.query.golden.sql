-- all services
SELECT service_name,
  arraySort(groupUniqArray(toString(environment))) AS environment_names,
  sum(requests) AS request_total,
  sum(errors) AS error_total,
  sum(duration_ns) AS duration_total,
  sum(added_requests) AS left_out_requests,
  sum(added_errors) AS left_out_errors,
  sum(added_duration_ns) AS left_out_duration,
  sum(added_spans) AS left_out_spans,
  quantilesTDigestMerge(0.5, 0.95, 0.99)(durations) AS percentiles,
  sum(spans) AS span_total,
  toUnixTimestamp(max(last_minute)) AS latest
FROM (SELECT service_name, environment, spans, requests, errors, duration_ns, added_spans, added_requests, added_errors, added_duration_ns, durations, minute AS last_minute
FROM request_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64})))
GROUP BY service_name
ORDER BY service_name
LIMIT {p4:UInt64}
--   p1 = 7
--   p2 = "1795200000000000000n"
--   p3 = "1795203600000000000n"
--   p4 = 10000

-- services of environments
SELECT service_name,
  arraySort(groupUniqArray(toString(environment))) AS environment_names,
  sum(requests) AS request_total,
  sum(errors) AS error_total,
  sum(duration_ns) AS duration_total,
  sum(added_requests) AS left_out_requests,
  sum(added_errors) AS left_out_errors,
  sum(added_duration_ns) AS left_out_duration,
  sum(added_spans) AS left_out_spans,
  quantilesTDigestMerge(0.5, 0.95, 0.99)(durations) AS percentiles,
  sum(spans) AS span_total,
  toUnixTimestamp(max(last_minute)) AS latest
FROM (SELECT service_name, environment, spans, requests, errors, duration_ns, added_spans, added_requests, added_errors, added_duration_ns, durations, minute AS last_minute
FROM request_minutes
WHERE project_number = {p1:UInt32}
  AND minute >= toDateTime(fromUnixTimestamp64Nano({p2:Int64})) AND minute < toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND has({p4:Array(String)}, environment))
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
  sum(requests) AS request_total,
  sum(errors) AS error_total,
  sum(duration_ns) AS duration_total,
  sum(added_requests) AS left_out_requests,
  sum(added_errors) AS left_out_errors,
  sum(added_duration_ns) AS left_out_duration,
  sum(added_spans) AS left_out_spans,
  quantilesTDigestMerge(0.5, 0.95, 0.99)(durations) AS percentiles
FROM request_minutes
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

-- whether a service is known
SELECT 1
FROM request_minutes
WHERE project_number = {p1:UInt32}
  AND service_name = {p2:String}
LIMIT {p3:UInt64}
--   p1 = 7
--   p2 = "checkout"
--   p3 = 1
