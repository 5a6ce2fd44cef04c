import type { CallFact } from '../facts/facts.js';
import type { Entity } from '../model.js';
import { compareShares, joinMoments, share } from '../statistics/two-samples.js';
import { slowerThan } from './durations.js';
import { certainty, entityKey, MAX_ROWS, MIN_STRENGTH, MIN_VOLUME, ramp, type Signal } from './signal.js';
import { formatMs, formatShare } from './texts.js';

const CLEAR_SHARE = 0.2;

/**
 * Signals of targets that have no telemetry of their own: databases, queues, external hosts, and services known only as peers. All that is
 * known of them is what their callers see.
 *
 * @param known services that have spans of their own.
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
  const { strength, normalMs, abnormalMs } = slowerThan(normal, abnormal);
  if (normal.count + abnormal.count < MIN_VOLUME || strength < MIN_STRENGTH) return undefined;
  return {
    name: 'own_time',
    kind: 'deviation',
    entity,
    strength,
    text: `calls to it take ${formatMs(abnormalMs)} instead of ${formatMs(normalMs)}, as its callers see it`,
    rows: calls.slice(0, MAX_ROWS).map(({ caller, sides }) => ({
      caller,
      callee: entity.name,
      normal_calls: sides.normal.calls,
      calls: sides.abnormal.calls,
    })),
  };
}

function failing(entity: Entity, calls: readonly CallFact[]): Signal | undefined {
  const sum = (side: 'normal' | 'abnormal') => ({
    of: calls.reduce((total, { sides }) => total + sides[side].calls, 0),
    count: calls.reduce((total, { sides }) => total + sides[side].errors, 0),
  });
  const [normal, abnormal] = [sum('normal'), sum('abnormal')];
  const rise = share(abnormal) - share(normal);
  const strength = rise <= 0 ? 0 : certainty(compareShares(normal, abnormal)) * ramp(rise, 0, CLEAR_SHARE);
  if (normal.of + abnormal.of < MIN_VOLUME || strength < MIN_STRENGTH) return undefined;
  return {
    name: 'own_errors',
    kind: 'own_errors',
    entity,
    strength,
    text: `${formatShare(share(abnormal))} of the calls to it fail instead of ${formatShare(share(normal))}`,
    rows: [
      { callee: entity.name, side: 'normal', calls: normal.of, errors: normal.count },
      { callee: entity.name, side: 'abnormal', calls: abnormal.of, errors: abnormal.count },
    ],
  };
}
