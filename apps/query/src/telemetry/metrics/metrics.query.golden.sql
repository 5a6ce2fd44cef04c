-- metrics of a project
SELECT metric_name AS name,
  argMax(type, last_seen) AS metric_type,
  argMax(unit, last_seen) AS metric_unit,
  argMax(description, last_seen) AS metric_description,
  argMax(is_monotonic, last_seen) AS monotonic,
  argMax(temporality, last_seen) AS metric_temporality,
  uniqExact(series_hash) AS series
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p2:Int64}))
GROUP BY metric_name
ORDER BY metric_name
LIMIT {p3:UInt64}
--   p1 = 7
--   p2 = "1792608000000000000n"
--   p3 = 10000

-- latest points of a project
SELECT metric_name AS name,
  toUnixTimestamp64Nano(max(last_point)) AS latest
FROM metric_seen
WHERE project_number = {p1:UInt32}
GROUP BY metric_name
ORDER BY latest DESC, name
LIMIT {p2:UInt64}
--   p1 = 7
--   p2 = 10000

-- one metric
SELECT metric_name AS name,
  argMax(type, last_seen) AS metric_type,
  argMax(unit, last_seen) AS metric_unit,
  argMax(description, last_seen) AS metric_description,
  argMax(is_monotonic, last_seen) AS monotonic,
  argMax(temporality, last_seen) AS metric_temporality,
  uniqExact(series_hash) AS series
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND metric_name = {p2:String}
GROUP BY metric_name
--   p1 = 7
--   p2 = "http.server.requests"

-- points beyond the limit of series
SELECT metric_name AS name,
  sum(metric_limited_points.points) AS points,
  sumIf(metric_limited_points.points, day = toDate(fromUnixTimestamp64Nano({p1:Int64}))) AS today
FROM metric_limited_points
WHERE project_number = {p2:UInt32}
  AND day >= toDate(fromUnixTimestamp64Nano({p3:Int64})) AND day <= toDate(fromUnixTimestamp64Nano({p4:Int64}))
GROUP BY metric_name
--   p1 = "1795203600000000000n"
--   p2 = 7
--   p3 = "1795200000000000000n"
--   p4 = "1795203599999999999n"

-- deletion from metric_points
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- deletion from metric_histograms
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- deletion from metric_exponential_histograms
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- deletion from metric_summaries
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- deletion from metric_limited_points
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- deletion from metric_seen
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- deletion from metric_series
project_number = {p1:UInt32}
  AND metric_name = {p2:String}
--   p1 = 7
--   p2 = "http.server.requests"

-- record of a deletion
INSERT INTO metric_deletions (project_number, metric_name, deleted_at)
SELECT {p1:UInt32}, {p2:String}, now64(9)
--   p1 = 7
--   p2 = "http.server.requests"

-- labels of a metric
SELECT source,
  label AS name,
  count() AS amount,
  sum(carriers) AS series,
  groupArraySorted(10)((-toInt64(carriers), value)) AS top
FROM (SELECT found.1 AS source, found.2 AS label, found.3 AS value, uniqExact(series_hash) AS carriers
FROM (SELECT series_hash, arrayJoin(arrayConcat(own, arrayFilter(cell -> NOT has({p1:Array(String)}, cell.2),
    arrayMap((name, value) -> ('resource', toString(name), leftUTF8(value, {p2:UInt32})), mapKeys(resource), mapValues(resource))), sent)) AS found
FROM (SELECT series_hash, resource_hash, arrayMap(pair -> ('resource', pair.1, pair.2), arrayFilter(pair -> pair.2 != '', [('service_name', toString(service_name)),
    ('environment', toString(environment)), ('instance', toString(instance)), ('job', toString(job))])) AS own,
    arrayMap((name, value) -> ('attribute', toString(name), value), mapKeys(attributes), mapValues(attributes)) AS sent
FROM metric_series
WHERE project_number = {p3:UInt32}
  AND metric_name = {p4:String}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p5:Int64}))
  AND (series_hash IN (SELECT series_hash
FROM metric_points
WHERE project_number = {p6:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
  AND metric_name = {p9:String}) OR series_hash IN (SELECT series_hash
FROM metric_histograms
WHERE project_number = {p10:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p11:Int64}) AND timestamp < fromUnixTimestamp64Nano({p12:Int64})
  AND metric_name = {p13:String}) OR series_hash IN (SELECT series_hash
FROM metric_exponential_histograms
WHERE project_number = {p14:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p15:Int64}) AND timestamp < fromUnixTimestamp64Nano({p16:Int64})
  AND metric_name = {p17:String}) OR series_hash IN (SELECT series_hash
FROM metric_summaries
WHERE project_number = {p18:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p19:Int64}) AND timestamp < fromUnixTimestamp64Nano({p20:Int64})
  AND metric_name = {p21:String}))) AS series LEFT ANY JOIN (SELECT resource_hash, any(attributes) AS resource
FROM resources
WHERE project_number = {p22:UInt32}
GROUP BY resource_hash) AS resources ON series.resource_hash = resources.resource_hash)
GROUP BY source, label, value)
GROUP BY source, label
ORDER BY source DESC, label
LIMIT {p23:UInt64}
--   p1 = ["name","metric","metric_name","description","unit","type","service","service_name","service.name","environment","env","deployment.environment","deployment.environment.name","instance","job","scope","scope_name"]
--   p2 = 256
--   p3 = 7
--   p4 = "http.server.requests"
--   p5 = "1795110000000000000n"
--   p6 = 7
--   p7 = "1795200000000000000n"
--   p8 = "1795203600000000000n"
--   p9 = "http.server.requests"
--   p10 = 7
--   p11 = "1795200000000000000n"
--   p12 = "1795203600000000000n"
--   p13 = "http.server.requests"
--   p14 = 7
--   p15 = "1795200000000000000n"
--   p16 = "1795203600000000000n"
--   p17 = "http.server.requests"
--   p18 = 7
--   p19 = "1795200000000000000n"
--   p20 = "1795203600000000000n"
--   p21 = "http.server.requests"
--   p22 = 7
--   p23 = 1000

-- labels with several names
SELECT source,
  label AS name,
  count() AS amount,
  sum(carriers) AS series,
  groupArraySorted(10)((-toInt64(carriers), value)) AS top
FROM (SELECT found.1 AS source, found.2 AS label, found.3 AS value, uniqExact(series_hash) AS carriers
FROM (SELECT series_hash, arrayJoin(arrayConcat(own, arrayConcat(CAST([], 'Array(Tuple(String, String, String))')), sent)) AS found
FROM (SELECT series_hash, resource_hash, arrayConcat(CAST([], 'Array(Tuple(String, String, String))')) AS own,
    arrayConcat(CAST([], 'Array(Tuple(String, String, String))'), if((mapContains(attributes, {p1:String}) OR mapContains(attributes, {p2:String})), [({p3:String}, {p4:String}, leftUTF8(mapValues(attributes)[multiIf(mapContains(attributes, {p5:String}), indexOf(mapKeys(attributes), {p6:String}), mapContains(attributes, {p7:String}), indexOf(mapKeys(attributes), {p8:String}), 0)], {p9:UInt32}))], [])) AS sent
FROM metric_series
WHERE project_number = {p10:UInt32}
  AND metric_name = {p11:String}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p12:Int64}))
  AND (series_hash IN (SELECT series_hash
FROM metric_points
WHERE project_number = {p13:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p14:Int64}) AND timestamp < fromUnixTimestamp64Nano({p15:Int64})
  AND metric_name = {p16:String}) OR series_hash IN (SELECT series_hash
FROM metric_histograms
WHERE project_number = {p17:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p18:Int64}) AND timestamp < fromUnixTimestamp64Nano({p19:Int64})
  AND metric_name = {p20:String}) OR series_hash IN (SELECT series_hash
FROM metric_exponential_histograms
WHERE project_number = {p21:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p22:Int64}) AND timestamp < fromUnixTimestamp64Nano({p23:Int64})
  AND metric_name = {p24:String}) OR series_hash IN (SELECT series_hash
FROM metric_summaries
WHERE project_number = {p25:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p26:Int64}) AND timestamp < fromUnixTimestamp64Nano({p27:Int64})
  AND metric_name = {p28:String}))) AS series LEFT ANY JOIN (SELECT resource_hash, any(attributes) AS resource
FROM resources
WHERE project_number = {p29:UInt32}
GROUP BY resource_hash) AS resources ON series.resource_hash = resources.resource_hash)
GROUP BY source, label, value)
GROUP BY source, label
ORDER BY source DESC, label
LIMIT {p30:UInt64}
--   p1 = "http.request.method"
--   p2 = "http.method"
--   p3 = "attribute"
--   p4 = "http.request.method"
--   p5 = "http.request.method"
--   p6 = "http.request.method"
--   p7 = "http.method"
--   p8 = "http.method"
--   p9 = 256
--   p10 = 7
--   p11 = "http.server.requests"
--   p12 = "1795110000000000000n"
--   p13 = 7
--   p14 = "1795200000000000000n"
--   p15 = "1795203600000000000n"
--   p16 = "http.server.requests"
--   p17 = 7
--   p18 = "1795200000000000000n"
--   p19 = "1795203600000000000n"
--   p20 = "http.server.requests"
--   p21 = 7
--   p22 = "1795200000000000000n"
--   p23 = "1795203600000000000n"
--   p24 = "http.server.requests"
--   p25 = 7
--   p26 = "1795200000000000000n"
--   p27 = "1795203600000000000n"
--   p28 = "http.server.requests"
--   p29 = 7
--   p30 = 1000

-- number of series
SELECT uniqExact(series_hash) AS series
FROM metric_series
WHERE project_number = {p1:UInt32}
  AND metric_name = {p2:String}
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p3:Int64}))
  AND (series_hash IN (SELECT series_hash
FROM metric_points
WHERE project_number = {p4:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p5:Int64}) AND timestamp < fromUnixTimestamp64Nano({p6:Int64})
  AND metric_name = {p7:String}) OR series_hash IN (SELECT series_hash
FROM metric_histograms
WHERE project_number = {p8:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND metric_name = {p11:String}) OR series_hash IN (SELECT series_hash
FROM metric_exponential_histograms
WHERE project_number = {p12:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p13:Int64}) AND timestamp < fromUnixTimestamp64Nano({p14:Int64})
  AND metric_name = {p15:String}) OR series_hash IN (SELECT series_hash
FROM metric_summaries
WHERE project_number = {p16:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p17:Int64}) AND timestamp < fromUnixTimestamp64Nano({p18:Int64})
  AND metric_name = {p19:String}))
--   p1 = 7
--   p2 = "http.server.requests"
--   p3 = "1795110000000000000n"
--   p4 = 7
--   p5 = "1795200000000000000n"
--   p6 = "1795203600000000000n"
--   p7 = "http.server.requests"
--   p8 = 7
--   p9 = "1795200000000000000n"
--   p10 = "1795203600000000000n"
--   p11 = "http.server.requests"
--   p12 = 7
--   p13 = "1795200000000000000n"
--   p14 = "1795203600000000000n"
--   p15 = "http.server.requests"
--   p16 = 7
--   p17 = "1795200000000000000n"
--   p18 = "1795203600000000000n"
--   p19 = "http.server.requests"

-- services of metrics about spans
SELECT arrayJoin(arrayFilter(name -> name != '', if(has({p1:Array(String)}, metric_name), [if(attributes['connection_type'] = 'virtual_node', '', attributes['client']),
    if(attributes['connection_type'] = '', attributes['server'], '')], [toString(service_name)]))) AS service
FROM metric_series
WHERE project_number = {p2:UInt32}
  AND has({p3:Array(String)}, metric_name)
  AND last_seen >= toDateTime(fromUnixTimestamp64Nano({p4:Int64}))
GROUP BY service
ORDER BY service
LIMIT {p5:UInt64}
--   p1 = ["traces_service_graph_request_total","traces_service_graph_request"]
--   p2 = 7
--   p3 = ["traces.span.metrics.calls","traces_span_metrics_calls_total","traces_spanmetrics_calls_total","traces_service_graph_request_total","traces_service_graph_request"]
--   p4 = "1795110000000000000n"
--   p5 = 10000

-- mean of a gauge
SELECT bucket,
  labels,
  toFloat64(avg(amount)) AS result,
  count() AS points
FROM (SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p1:Int64}, {p2:Int64}) * {p3:Int64} + {p4:Int64} AS bucket, labels, timestamp,
  value AS amount, value AS change
FROM (SELECT series_hash, timestamp, start_timestamp, value
FROM metric_points
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND metric_name = {p8:String}
  AND isFinite(value)) AS points
INNER JOIN (SELECT series_hash,
  emptyArrayString() AS labels,
  is_cumulative,
  is_monotonic
FROM (SELECT series_hash, any(resource_hash) AS resource, any(is_monotonic) AS is_monotonic,
  any(temporality) = 2 AS is_cumulative,
  [toString(any(service_name)), toString(any(environment)), toString(any(instance)), toString(any(job))] AS columns,
  emptyArrayString() AS own
FROM metric_series
WHERE project_number = {p9:UInt32}
  AND metric_name = {p10:String}
  AND type = {p11:UInt8}
GROUP BY series_hash)) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= fromUnixTimestamp64Nano({p12:Int64}))
GROUP BY bucket, labels
ORDER BY labels, bucket
--   p1 = "0n"
--   p2 = "300000000000n"
--   p3 = "300000000000n"
--   p4 = "0n"
--   p5 = 7
--   p6 = "1795200000000000000n"
--   p7 = "1795203600000000000n"
--   p8 = "http.server.requests"
--   p9 = 7
--   p10 = "http.server.requests"
--   p11 = 1
--   p12 = "1795200000000000000n"

-- increase of a counter
SELECT bucket,
  labels,
  toFloat64(sum(change)) AS result,
  count() AS points
FROM (SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p1:Int64}, {p2:Int64}) * {p3:Int64} + {p4:Int64} AS bucket, labels, timestamp,
  multiIf((is_cumulative AND (previous_timestamp = fromUnixTimestamp64Nano(0) AND start_timestamp < fromUnixTimestamp64Nano({p5:Int64})
  OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= timestamp)), NULL, (NOT is_cumulative OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= previous_timestamp) OR is_monotonic AND value < previous, value, value - previous) AS change,
  if(is_monotonic, change, value) AS amount
FROM (SELECT series_hash, timestamp, start_timestamp, value, lagInFrame(timestamp) OVER stream AS previous_timestamp,
  lagInFrame(start_timestamp) OVER stream AS previous_start,
  lagInFrame((value)) OVER stream AS previous
FROM metric_points
WHERE project_number = {p6:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p7:Int64}) AND timestamp < fromUnixTimestamp64Nano({p8:Int64})
  AND metric_name = {p9:String}
  AND isFinite(value)
WINDOW stream AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) AS points
INNER JOIN (SELECT series_hash,
  [columns[{p10:UInt8}], columns[{p11:UInt8}]] AS labels,
  is_cumulative,
  is_monotonic
FROM (SELECT series_hash, any(resource_hash) AS resource, any(is_monotonic) AS is_monotonic,
  any(temporality) = 2 AS is_cumulative,
  [toString(any(service_name)), toString(any(environment)), toString(any(instance)), toString(any(job))] AS columns,
  emptyArrayString() AS own
FROM metric_series
WHERE project_number = {p12:UInt32}
  AND metric_name = {p13:String}
  AND type = {p14:UInt8}
  AND service_name = {p15:String}
  AND has({p16:Array(String)}, environment)
GROUP BY series_hash)) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= fromUnixTimestamp64Nano({p17:Int64}))
GROUP BY bucket, labels
ORDER BY labels, bucket
--   p1 = "0n"
--   p2 = "300000000000n"
--   p3 = "300000000000n"
--   p4 = "0n"
--   p5 = "1795199100000000000n"
--   p6 = 7
--   p7 = "1795199100000000000n"
--   p8 = "1795203600000000000n"
--   p9 = "http.server.requests"
--   p10 = 1
--   p11 = 3
--   p12 = 7
--   p13 = "http.server.requests"
--   p14 = 2
--   p15 = "checkout"
--   p16 = ["production","staging"]
--   p17 = "1795200000000000000n"

-- histogram buckets
SELECT bucket,
  labels,
  explicit_bounds,
  sumForEach(amount_counts) AS counts,
  sum(amount) AS observations,
  sum(amount_total) AS total,
  if(countIf(amount > 0 AND NOT isFinite(least_of_point)) = 0, minOrNullIf(least_of_point, amount > 0), NULL) AS least,
  if(countIf(amount > 0 AND NOT isFinite(greatest_of_point)) = 0, maxOrNullIf(greatest_of_point, amount > 0), NULL) AS greatest
FROM (SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p1:Int64}, {p2:Int64}) * {p3:Int64} + {p4:Int64} AS bucket, labels, timestamp,
  explicit_bounds, min AS least_of_point, max AS greatest_of_point,
  ((NOT is_cumulative OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= previous_timestamp) OR count < previous.1 OR explicit_bounds != previous.3 OR length(bucket_counts) != length(previous.4)) AS fresh,
  if(fresh, toInt64(count), toInt64(count) - toInt64(previous.1)) AS amount,
  if(fresh, sum, sum - previous.2) AS amount_total,
  arrayMap((now, before) -> toInt64(now) - if(fresh, 0, toInt64(before)), bucket_counts,
    arrayResize(previous.4, length(bucket_counts))) AS amount_counts
FROM (SELECT series_hash, timestamp, start_timestamp, count, sum, min, max, explicit_bounds, bucket_counts, lagInFrame(timestamp) OVER stream AS previous_timestamp,
  lagInFrame(start_timestamp) OVER stream AS previous_start,
  lagInFrame((count, sum, explicit_bounds, bucket_counts)) OVER stream AS previous
FROM metric_histograms
WHERE project_number = {p5:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p6:Int64}) AND timestamp < fromUnixTimestamp64Nano({p7:Int64})
  AND metric_name = {p8:String}
WINDOW stream AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) AS points
INNER JOIN (SELECT series_hash,
  [columns[{p9:UInt8}], columns[{p10:UInt8}]] AS labels,
  is_cumulative,
  is_monotonic
FROM (SELECT series_hash, any(resource_hash) AS resource, any(is_monotonic) AS is_monotonic,
  any(temporality) = 2 AS is_cumulative,
  [toString(any(service_name)), toString(any(environment)), toString(any(instance)), toString(any(job))] AS columns,
  emptyArrayString() AS own
FROM metric_series
WHERE project_number = {p11:UInt32}
  AND metric_name = {p12:String}
  AND type = {p13:UInt8}
  AND service_name = {p14:String}
  AND has({p15:Array(String)}, environment)
GROUP BY series_hash)) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= fromUnixTimestamp64Nano({p16:Int64}) AND NOT (is_cumulative AND (previous_timestamp = fromUnixTimestamp64Nano(0) AND start_timestamp < fromUnixTimestamp64Nano({p17:Int64})
  OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= timestamp)))
GROUP BY bucket, labels, explicit_bounds
ORDER BY labels, bucket
--   p1 = "0n"
--   p2 = "300000000000n"
--   p3 = "300000000000n"
--   p4 = "0n"
--   p5 = 7
--   p6 = "1795199100000000000n"
--   p7 = "1795203600000000000n"
--   p8 = "http.server.requests"
--   p9 = 1
--   p10 = 3
--   p11 = 7
--   p12 = "http.server.requests"
--   p13 = 3
--   p14 = "checkout"
--   p15 = ["production","staging"]
--   p16 = "1795200000000000000n"
--   p17 = "1795199100000000000n"

-- scale of exponential histograms
SELECT minOrNull(scale) AS coarsest
FROM metric_exponential_histograms
WHERE project_number = {p1:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p2:Int64}) AND timestamp < fromUnixTimestamp64Nano({p3:Int64})
  AND metric_name = {p4:String}
--   p1 = 7
--   p2 = "1795199100000000000n"
--   p3 = "1795203600000000000n"
--   p4 = "http.server.requests"

-- exponential histogram buckets
SELECT bucket,
  labels,
  sum(amount_zeros) AS zeros,
  sumMap(positive_indexes, positive_amounts) AS positive,
  sumMap(negative_indexes, negative_amounts) AS negative,
  sum(amount) AS observations,
  sum(amount_total) AS total,
  if(countIf(amount > 0 AND NOT isFinite(least_of_point)) = 0, minOrNullIf(least_of_point, amount > 0), NULL) AS least,
  if(countIf(amount > 0 AND NOT isFinite(greatest_of_point)) = 0, maxOrNullIf(greatest_of_point, amount > 0), NULL) AS greatest
FROM (SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p1:Int64}, {p2:Int64}) * {p3:Int64} + {p4:Int64} AS bucket, labels, timestamp,
  min AS least_of_point, max AS greatest_of_point, ((NOT is_cumulative OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= previous_timestamp) OR count < previous.1) AS fresh,
  if(fresh, toInt64(count), toInt64(count) - toInt64(previous.1)) AS amount,
  if(fresh, sum, sum - previous.2) AS amount_total,
  toInt64(zero_count) - if(fresh, 0, toInt64(previous.4)) AS amount_zeros,
  arrayConcat(arrayMap(i -> toInt64(floor((positive_offset + i - 1) / exp2(scale - {p5:Float64}))), arrayEnumerate(positive_bucket_counts)), arrayMap(i -> toInt64(floor((previous.5 + i - 1) / exp2(previous.3 - {p6:Float64}))), arrayEnumerate(previous.6))) AS positive_indexes, arrayConcat(arrayMap(n -> toInt64(n), positive_bucket_counts), arrayMap(n -> if(fresh, 0, -toInt64(n)), previous.6)) AS positive_amounts,
  arrayConcat(arrayMap(i -> toInt64(floor((negative_offset + i - 1) / exp2(scale - {p7:Float64}))), arrayEnumerate(negative_bucket_counts)), arrayMap(i -> toInt64(floor((previous.7 + i - 1) / exp2(previous.3 - {p8:Float64}))), arrayEnumerate(previous.8))) AS negative_indexes, arrayConcat(arrayMap(n -> toInt64(n), negative_bucket_counts), arrayMap(n -> if(fresh, 0, -toInt64(n)), previous.8)) AS negative_amounts
FROM (SELECT series_hash, timestamp, start_timestamp, count, sum, scale, zero_count, positive_offset, positive_bucket_counts, negative_offset, negative_bucket_counts, min, max, lagInFrame(timestamp) OVER stream AS previous_timestamp,
  lagInFrame(start_timestamp) OVER stream AS previous_start,
  lagInFrame((count, sum, scale, zero_count, positive_offset, positive_bucket_counts, negative_offset, negative_bucket_counts)) OVER stream AS previous
FROM metric_exponential_histograms
WHERE project_number = {p9:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p10:Int64}) AND timestamp < fromUnixTimestamp64Nano({p11:Int64})
  AND metric_name = {p12:String}
WINDOW stream AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) AS points
INNER JOIN (SELECT series_hash,
  [columns[{p13:UInt8}], columns[{p14:UInt8}]] AS labels,
  is_cumulative,
  is_monotonic
FROM (SELECT series_hash, any(resource_hash) AS resource, any(is_monotonic) AS is_monotonic,
  any(temporality) = 2 AS is_cumulative,
  [toString(any(service_name)), toString(any(environment)), toString(any(instance)), toString(any(job))] AS columns,
  emptyArrayString() AS own
FROM metric_series
WHERE project_number = {p15:UInt32}
  AND metric_name = {p16:String}
  AND type = {p17:UInt8}
  AND service_name = {p18:String}
  AND has({p19:Array(String)}, environment)
GROUP BY series_hash)) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= fromUnixTimestamp64Nano({p20:Int64}) AND NOT (is_cumulative AND (previous_timestamp = fromUnixTimestamp64Nano(0) AND start_timestamp < fromUnixTimestamp64Nano({p21:Int64})
  OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= timestamp)))
GROUP BY bucket, labels
ORDER BY labels, bucket
--   p1 = "0n"
--   p2 = "300000000000n"
--   p3 = "300000000000n"
--   p4 = "0n"
--   p5 = 3
--   p6 = 3
--   p7 = 3
--   p8 = 3
--   p9 = 7
--   p10 = "1795199100000000000n"
--   p11 = "1795203600000000000n"
--   p12 = "http.server.requests"
--   p13 = 1
--   p14 = 3
--   p15 = 7
--   p16 = "http.server.requests"
--   p17 = 4
--   p18 = "checkout"
--   p19 = ["production","staging"]
--   p20 = "1795200000000000000n"
--   p21 = "1795199100000000000n"

-- quantile of summaries
SELECT bucket,
  labels,
  toFloat64(avg(if(indexOf(quantiles, {p1:Float64}) > 0, quantile_values[indexOf(quantiles, {p2:Float64})], NULL))) AS result,
  count() AS points
FROM (SELECT intDiv(toUnixTimestamp64Nano(timestamp) - {p3:Int64}, {p4:Int64}) * {p5:Int64} + {p6:Int64} AS bucket, labels, timestamp,
  quantiles, quantile_values, (is_cumulative AND (previous_timestamp = fromUnixTimestamp64Nano(0) AND start_timestamp < fromUnixTimestamp64Nano({p7:Int64})
  OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= timestamp)) AS unknown, ((NOT is_cumulative OR (previous_timestamp = fromUnixTimestamp64Nano(0) OR start_timestamp != previous_start) AND start_timestamp >= previous_timestamp) OR count < previous.1) AS fresh,
  multiIf(unknown, NULL, fresh, toInt64(count), toInt64(count) - toInt64(previous.1)) AS amount,
  multiIf(unknown, NULL, fresh, sum, sum - previous.2) AS amount_total
FROM (SELECT series_hash, timestamp, start_timestamp, count, sum, quantiles, quantile_values, lagInFrame(timestamp) OVER stream AS previous_timestamp,
  lagInFrame(start_timestamp) OVER stream AS previous_start,
  lagInFrame((count, sum)) OVER stream AS previous
FROM metric_summaries
WHERE project_number = {p8:UInt32}
  AND timestamp >= fromUnixTimestamp64Nano({p9:Int64}) AND timestamp < fromUnixTimestamp64Nano({p10:Int64})
  AND metric_name = {p11:String}
WINDOW stream AS (PARTITION BY series_hash ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) AS points
INNER JOIN (SELECT series_hash,
  [columns[{p12:UInt8}], columns[{p13:UInt8}]] AS labels,
  is_cumulative,
  is_monotonic
FROM (SELECT series_hash, any(resource_hash) AS resource, any(is_monotonic) AS is_monotonic,
  true AS is_cumulative,
  [toString(any(service_name)), toString(any(environment)), toString(any(instance)), toString(any(job))] AS columns,
  emptyArrayString() AS own
FROM metric_series
WHERE project_number = {p14:UInt32}
  AND metric_name = {p15:String}
  AND type = {p16:UInt8}
  AND service_name = {p17:String}
  AND has({p18:Array(String)}, environment)
GROUP BY series_hash)) AS series ON points.series_hash = series.series_hash
WHERE timestamp >= fromUnixTimestamp64Nano({p19:Int64}))
GROUP BY bucket, labels
ORDER BY labels, bucket
--   p1 = 0.95
--   p2 = 0.95
--   p3 = "0n"
--   p4 = "300000000000n"
--   p5 = "300000000000n"
--   p6 = "0n"
--   p7 = "1795199100000000000n"
--   p8 = 7
--   p9 = "1795199100000000000n"
--   p10 = "1795203600000000000n"
--   p11 = "http.server.requests"
--   p12 = 1
--   p13 = 3
--   p14 = 7
--   p15 = "http.server.requests"
--   p16 = 5
--   p17 = "checkout"
--   p18 = ["production","staging"]
--   p19 = "1795200000000000000n"
