import type { CallFact } from '../facts/facts.js';
import type { Entity } from '../model.js';
import { compareMeans, compareShares, joinMoments, share } from '../statistics/two-samples.js';
import { entityKey, MAX_ROWS, MIN_VOLUME, type Signal } from './signal.js';
import { formatMs, formatShare } from './texts.js';

const THRESHOLD = 4;
const MIN_DOUBLINGS = 0.15;
const MIN_ADDED_DOUBLINGS = 0.32;
const MIN_ERROR_SHARE = 0.01;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Signals of targets that have no telemetry of their own: databases, queues, external hosts, and services known only as peers. All that is
 * known of them is what their callers see.
 */
export function targetSignals(calls: readonly CallFact[], known: ReadonlySet<string>): Signal[] {
  const blind = calls.filter(({ callee }) => callee.type !== 'service' || !known.has(callee.name));
  return [...Map.groupBy(blind, ({ callee }) => entityKey(callee)).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [slower(first.callee, own), failing(first.callee, own)].filter((signal) => signal !== undefined);
  });
}

function slower(entity: Entity, calls: readonly CallFact[]): Signal | undefined {
  const normal = joinMoments(calls.map(({ sides }) => sides.normal.duration));
  const abnormal = joinMoments(calls.map(({ sides }) => sides.abnormal.duration));
  if (normal.count + abnormal.count < MIN_VOLUME) return undefined;
  const score = compareMeans(normal, abnormal, MIN_DOUBLINGS);
  if (score < THRESHOLD || abnormal.mean - normal.mean < MIN_ADDED_DOUBLINGS) return undefined;
  const [before, during] = [normal.mean, abnormal.mean].map((mean) => 2 ** mean / NANOSECONDS_PER_MS) as [number, number];
  return {
    name: 'own_time',
    kind: 'deviation',
    entity,
    score,
    magnitude: (during - before) * abnormal.count,
    text: `calls to it take ${formatMs(during)} instead of ${formatMs(before)}, as its callers see it`,
    rows: calls.slice(0, MAX_ROWS).map(({ caller, sides }) => ({
      caller,
      callee: entity.name,
      normal_ms: 2 ** sides.normal.duration.mean / NANOSECONDS_PER_MS,
      ms: 2 ** sides.abnormal.duration.mean / NANOSECONDS_PER_MS,
    })),
  };
}

function failing(entity: Entity, calls: readonly CallFact[]): Signal | undefined {
  const sum = (side: 'normal' | 'abnormal') => ({
    of: calls.reduce((total, { sides }) => total + sides[side].calls, 0),
    count: calls.reduce((total, { sides }) => total + sides[side].errors, 0),
  });
  const [normal, abnormal] = [sum('normal'), sum('abnormal')];
  const score = compareShares(normal, abnormal);
  if (normal.of + abnormal.of < MIN_VOLUME || score < THRESHOLD) return undefined;
  const rise = share(abnormal) - share(normal);
  if (rise < MIN_ERROR_SHARE) return undefined;
  return {
    name: 'own_errors',
    kind: 'own_errors',
    entity,
    score,
    magnitude: rise,
    text: `${formatShare(share(abnormal))} of the calls to it fail instead of ${formatShare(share(normal))}`,
    rows: [
      { callee: entity.name, side: 'normal', calls: normal.of, errors: normal.count },
      { callee: entity.name, side: 'abnormal', calls: abnormal.of, errors: abnormal.count },
    ],
  };
}
