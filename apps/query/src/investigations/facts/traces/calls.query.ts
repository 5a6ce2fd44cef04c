import { finite, select, selectFrom, sql, typed, type RowsOf } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { TARGET_VALUES } from '../../../telemetry/index.js';
import { HAS_PARENT, LINK, PARENT_LINK, selectChildren, selectSpansWithLink } from '../sample/spans.query.js';
import { inSample, isAbnormal, sampleRange, type TraceSample } from '../sample/trace-sample.js';

export const MAX_CALLS = 5_000;
export const MAX_STEPS = 10_000;

function selectChildSpans(sample: TraceSample) {
  return select({
    columns: sql`${PARENT_LINK} AS link, ${LINK} AS child_link, service_name AS callee, name AS step, status_code = 2 AS failed,
  duration_ns AS took, toUnixTimestamp64Nano(timestamp) AS began`,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), HAS_PARENT],
  });
}

export type CallRow = RowsOf<typeof selectCalls>;

/** Calls between services: how long they take for the caller, and how much of that the callee does not account for. */
export function selectCalls(sample: TraceSample) {
  // Only a span that is nothing but the call tells how long the call was on its way.
  const isCall = sql`kind IN (3, 4) AND duration >= took`;
  return selectFrom(selectChildSpans(sample), {
    columns: {
      caller: typed('String', sql`service`),
      callee_name: typed('String', sql`callee`),
      is_abnormal: typed('UInt8', sql`abnormal_side`),
      calls: typed('UInt64', sql`count()`),
      errors: typed('UInt64', sql`countIf(failed)`),
      duration_mean: finite(sql`avg(log2(greatest(took, 1)))`),
      duration_variance: finite(sql`varPop(log2(greatest(took, 1)))`),
      wire_calls: typed('UInt64', sql`countIf(${isCall})`),
      wire_mean: finite(sql`ifNotFinite(avgIf((duration - took) / 1e6, ${isCall}), 0)`),
      wire_variance: finite(sql`ifNotFinite(varPopIf((duration - took) / 1e6, ${isCall}), 0)`),
    },
    join: sql`AS callees INNER JOIN (${selectSpansWithLink(sample)}) AS callers USING (link)`,
    where: [sql`service != callee AND service != '' AND callee != ''`],
    groupBy: sql`caller, callee_name, is_abnormal`,
    orderBy: sql`calls DESC, caller, callee_name, is_abnormal`,
    limit: MAX_CALLS,
  });
}

export type CallStepRow = RowsOf<typeof selectCallSteps>;

/** Counts the spans of an operation that have a child span of each other operation. */
export function selectCallSteps(sample: TraceSample) {
  return selectFrom(selectChildSpans(sample), {
    columns: {
      caller: typed('String', sql`service`),
      caller_operation: typed('String', sql`operation`),
      callee_name: typed('String', sql`callee`),
      callee_operation: typed('String', sql`step`),
      is_abnormal: typed('UInt8', sql`abnormal_side`),
      spans: typed('UInt64', sql`uniqExact(link)`),
      // Nanoseconds.
      first: typed('Int64', sql`min(began)`),
    },
    join: sql`AS callees INNER JOIN (${selectSpansWithLink(sample)}) AS callers USING (link)`,
    where: [sql`service != ''`],
    groupBy: sql`caller, caller_operation, callee_name, callee_operation, is_abnormal`,
    orderBy: sql`spans DESC, caller, caller_operation, callee_name, callee_operation, is_abnormal`,
    limit: MAX_STEPS,
  });
}

export type TargetRow = RowsOf<typeof selectTargets>;

/** Calls by the attributes that name their target, and by the service that answered them, if one did. */
export function selectTargets(sample: TraceSample) {
  const spans = select({
    columns: sql`${LINK} AS link, service_name AS service, kind AS target_kind, ${TARGET_VALUES} AS told_values, status_code = 2 AS failed,
  duration_ns AS took, ${isAbnormal(sample)} AS abnormal_side`,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), sql`kind IN (3, 4, 5)`],
  });
  return selectFrom(spans, {
    columns: {
      caller: typed('String', sql`service`),
      kind: typed('UInt8', sql`target_kind`),
      told: typed('Array(Tuple(String, String))', sql`told_values`),
      // Empty if no other service continued the call.
      answered_by: typed('String', sql`arrayFirst(c -> c.3 != service, children).3`),
      is_abnormal: typed('UInt8', sql`abnormal_side`),
      calls: typed('UInt64', sql`count()`),
      errors: typed('UInt64', sql`countIf(failed)`),
      duration_mean: finite(sql`avg(log2(greatest(took, 1)))`),
      duration_variance: finite(sql`varPop(log2(greatest(took, 1)))`),
    },
    join: sql`AS spans LEFT JOIN (${selectChildren(sample)}) AS parents USING (link)`,
    // A call that spans of the same service continue is one of those.
    where: [sql`service != ''`, sql`(empty(children) OR answered_by != '')`],
    groupBy: sql`caller, kind, told, answered_by, is_abnormal`,
    orderBy: sql`calls DESC, caller, kind, told, answered_by, is_abnormal`,
    limit: MAX_STEPS,
  });
}
