import type { CallFact, OperationFact } from '../facts/facts.js';
import { compareMeans, excessOf, joinExcesses } from '../statistics/two-samples.js';
import { MAX_ROWS, MIN_VOLUME, service, type Signal } from './signal.js';
import { counted, formatMs, quote } from './texts.js';

/** Standard errors beyond which operations differ. Some hundred operations are compared, which reach three by chance. */
const THRESHOLD = 4;
/** Least standard deviation of durations in binary logarithms: a tenth of a doubling. */
const MIN_DOUBLINGS = 0.15;
/** Time that is added by less than a quarter, in binary logarithms, is no symptom. */
const MIN_ADDED_DOUBLINGS = 0.32;
/** Fewest calls of an operation on either side. */
const MIN_CALLS = 5;

/** Errors of a service's own, and time that it spends itself, in comparison to normal. */
export function operationSignals(operations: readonly OperationFact[]): Signal[] {
  const byService = Map.groupBy(operations, ({ service: name }) => name);
  return [...byService].flatMap(([name, own]) =>
    [ownErrors(name, own), ownTime(name, own)].filter((signal) => signal !== undefined),
  );
}

function ownErrors(name: string, operations: readonly OperationFact[]): Signal | undefined {
  const groups = operations.map(({ operation, sides: { normal, abnormal } }) => ({
    operation,
    sides: { normal, abnormal },
    // Operations that are called on one side only are compared with no errors at all.
    ...excessOf(
      { of: Math.max(normal.calls, abnormal.calls > 0 ? 1 : 0), count: normal.ownErrors },
      { of: abnormal.calls, count: abnormal.ownErrors },
    ),
  }));
  const volume = operations.reduce((sum, { sides }) => sum + sides.normal.calls + sides.abnormal.calls, 0);
  const { excess, errors: score } = joinExcesses(groups);
  if (volume < MIN_VOLUME || score < THRESHOLD || excess < 3) return undefined;
  const top = groups.sort((a, b) => b.excess - a.excess);
  const calls = operations.reduce((sum, { sides }) => sum + sides.abnormal.calls, 0);
  return {
    name: 'own_errors',
    kind: 'own_errors',
    entity: service(name),
    score,
    magnitude: excess / Math.max(calls, 1),
    text: `${counted(Math.round(excess), 'error')} of its own beyond the usual number, most in ${quote(top[0]?.operation ?? '')}`,
    rows: top.slice(0, MAX_ROWS).map(({ operation, sides }) => ({
      service: name,
      operation,
      normal_calls: sides.normal.calls,
      normal_own_errors: sides.normal.ownErrors,
      calls: sides.abnormal.calls,
      own_errors: sides.abnormal.ownErrors,
    })),
  };
}

function ownTime(name: string, operations: readonly OperationFact[]): Signal | undefined {
  const slower = operations.flatMap(({ operation, sides: { normal, abnormal } }) => {
    if (Math.min(normal.calls, abnormal.calls) < MIN_CALLS || normal.calls + abnormal.calls < MIN_VOLUME) return [];
    const score = compareMeans(normal.ownTime, abnormal.ownTime, MIN_DOUBLINGS);
    const doublings = abnormal.ownTime.mean - normal.ownTime.mean;
    // Typical durations: means would follow single outliers.
    const addedMs = typicalMs(abnormal.ownTime.mean) - typicalMs(normal.ownTime.mean);
    return score >= THRESHOLD && doublings >= MIN_ADDED_DOUBLINGS
      ? [{ operation, score, addedMs, doublings, calls: abnormal.calls, normal, abnormal }]
      : [];
  });
  const [top] = slower.sort((a, b) => b.addedMs * b.calls - a.addedMs * a.calls);
  if (!top) return undefined;
  return {
    name: 'own_time',
    kind: 'deviation',
    entity: service(name),
    score: Math.max(...slower.map(({ score }) => score)),
    magnitude: slower.reduce((sum, { addedMs, calls }) => sum + addedMs * calls, 0),
    text: `${quote(top.operation)} spends ${formatMs(typicalMs(top.abnormal.ownTime.mean))} itself instead of ${formatMs(typicalMs(top.normal.ownTime.mean))}`,
    rows: slower.slice(0, MAX_ROWS).map(({ operation, normal, abnormal }) => ({
      service: name,
      operation,
      normal_calls: normal.calls,
      normal_own_ms: typicalMs(normal.ownTime.mean),
      calls: abnormal.calls,
      own_ms: typicalMs(abnormal.ownTime.mean),
    })),
  };
}

const NANOSECONDS_PER_MS = 1e6;

function typicalMs(binaryLogarithm: number): number {
  return 2 ** binaryLogarithm / NANOSECONDS_PER_MS;
}

/** Least standard deviation of time on the wire, in milliseconds. */
const MIN_WIRE_MS = 1;
/** Added time on the wire that is no symptom, in milliseconds. */
const MIN_ADDED_WIRE_MS = 5;

/**
 * Time between services that neither accounts for. The callee is charged for all of it, its callers and what it calls for half: if the
 * network of one service is slow, the calls on both of its sides are, and its sum is the largest.
 */
export function wireSignals(calls: readonly CallFact[]): Signal[] {
  const charged = new Map<string, { score: number; addedMs: number; rows: Signal['rows'][number][] }>();
  for (const { caller, callee, sides } of calls) {
    if (callee.type !== 'service') continue;
    const { normal, abnormal } = sides;
    if (Math.min(normal.wireMs.count, abnormal.wireMs.count) < MIN_CALLS) continue;
    const score = compareMeans(normal.wireMs, abnormal.wireMs, MIN_WIRE_MS);
    const addedMs = abnormal.wireMs.mean - normal.wireMs.mean;
    if (score < THRESHOLD || addedMs < MIN_ADDED_WIRE_MS) continue;
    const row = { caller, callee: callee.name, normal_wire_ms: normal.wireMs.mean, wire_ms: abnormal.wireMs.mean };
    for (const [name, share] of [[callee.name, 1], [caller, 0.5]] as const) {
      const sum = charged.get(name) ?? { score: 0, addedMs: 0, rows: [] };
      charged.set(name, {
        score: Math.max(sum.score, score * share),
        addedMs: sum.addedMs + addedMs * abnormal.wireMs.count * share,
        rows: [...sum.rows, row],
      });
    }
  }
  return [...charged].map(([name, { score, addedMs, rows }]) => ({
    name: 'wire_time',
    kind: 'service_map',
    entity: service(name),
    score,
    magnitude: addedMs,
    text: `calls between it and ${counted(rows.length, 'other service')} wait longer on the network or in its queue`,
    rows: rows.slice(0, MAX_ROWS),
  }));
}
