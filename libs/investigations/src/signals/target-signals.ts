import type { CallFact } from '../facts/facts.js';
import type { Entity, EvidenceKind } from '../model.js';
import { compareShares, joinMoments, share } from '../statistics/two-samples.js';
import { slowerThan } from './durations.js';
import { certainty, entityKey, MAX_ROWS, MIN_STRENGTH, MIN_VOLUME, ramp, type Signal } from './signal.js';
import { formatMs, formatShare } from './texts.js';

const CLEAR_SHARE = 0.2;
const FAIL = { errors: 'fail', unanswered: 'fail without reaching it' };

/**
 * Signals of targets that have no telemetry of their own: databases, queues, external hosts, and services known only as peers. All that is
 * known of them is what their callers see.
 *
 * @param known services that have spans of their own.
 */
export function targetSignals(calls: readonly CallFact[], known: ReadonlySet<string>): Signal[] {
  const blind = calls.filter(({ callee }) => callee.type !== 'service' || !known.has(callee.name));
  return ofCallees(blind, (callee, own) => [slower(callee, own), failing(callee, own, 'errors', 'own_errors')]);
}

/** Signals of services that calls do not reach: a service has no errors of these, but fewer requests. */
export function unreachedSignals(calls: readonly CallFact[]): Signal[] {
  const services = calls.filter(({ callee }) => callee.type === 'service');
  return ofCallees(services, (callee, own) => [failing(callee, own, 'unanswered', 'service_map')]);
}

function ofCallees(
  calls: readonly CallFact[],
  toSignals: (callee: Entity, calls: readonly CallFact[]) => (Signal | undefined)[],
): Signal[] {
  return [...Map.groupBy(calls, ({ callee }) => entityKey(callee)).values()].flatMap((own) =>
    own[0] ? toSignals(own[0].callee, own).filter((signal) => signal !== undefined) : [],
  );
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

function failing(
  entity: Entity,
  calls: readonly CallFact[],
  figure: 'errors' | 'unanswered',
  kind: EvidenceKind,
): Signal | undefined {
  const sum = (side: 'normal' | 'abnormal') => ({
    of: calls.reduce((total, { sides }) => total + sides[side].calls, 0),
    count: calls.reduce((total, { sides }) => total + (sides[side][figure] ?? 0), 0),
  });
  const [normal, abnormal] = [sum('normal'), sum('abnormal')];
  const rise = share(abnormal) - share(normal);
  const strength = rise <= 0 ? 0 : certainty(compareShares(normal, abnormal)) * ramp(rise, 0, CLEAR_SHARE);
  if (normal.of + abnormal.of < MIN_VOLUME || strength < MIN_STRENGTH) return undefined;
  return {
    name: 'own_errors',
    kind,
    entity,
    strength,
    text: `${formatShare(share(abnormal))} of the calls to it ${FAIL[figure]} instead of ${formatShare(share(normal))}`,
    rows: [
      { callee: entity.name, side: 'normal', calls: normal.of, [figure]: normal.count },
      { callee: entity.name, side: 'abnormal', calls: abnormal.of, [figure]: abnormal.count },
    ],
  };
}
