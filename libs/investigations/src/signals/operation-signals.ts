import type { CallFact, OperationFact } from '../facts/facts.js';
import { excessOf, joinExcesses } from '../statistics/two-samples.js';
import { longerWait, slowerThan } from './durations.js';
import { ownErrorsOnset, ownTimeOnset } from './operation-onsets.js';
import { certainty, MAX_ROWS, MIN_STRENGTH, MIN_VOLUME, ramp, service, type Signal } from './signal.js';
import { counted, formatMs, nameOf, quote } from './texts.js';

/** Fewest errors beyond the usual number. */
const MIN_EXCESS = 3;
/** Share of the calls of an operation whose failing nobody would overlook. */
const CLEAR_SHARE = 0.2;

/** Errors of a service's own, and time that it spends itself, in comparison to normal. */
export function operationSignals(operations: readonly OperationFact[]): Signal[] {
  const byService = Map.groupBy(operations, ({ service: name }) => name);
  return [...byService].flatMap(([name, own]) =>
    [ownErrors(name, own), ownTime(name, own)].filter((signal) => signal !== undefined),
  );
}

function ownErrors(name: string, operations: readonly OperationFact[]): Signal | undefined {
  const groups = operations.map(({ operation, buckets, sides: { normal, abnormal } }) => ({
    operation,
    buckets,
    normal,
    abnormal,
    ...excessOf(
      // An operation that is only called now is compared with a call without an error.
      { of: Math.max(normal.calls, abnormal.calls > 0 ? 1 : 0), count: normal.ownErrors },
      { of: abnormal.calls, count: abnormal.ownErrors },
    ),
  }));
  const volume = operations.reduce((sum, { sides }) => sum + sides.normal.calls + sides.abnormal.calls, 0);
  const { excess, errors } = joinExcesses(groups);
  const [top, ...others] = groups.sort((a, b) => b.excess - a.excess);
  if (!top || volume < MIN_VOLUME || excess < MIN_EXCESS || errors <= 0) return undefined;
  const strength = certainty(errors) * ramp(top.excess / Math.max(top.abnormal.calls, 1), 0, CLEAR_SHARE);
  if (strength < MIN_STRENGTH) return undefined;
  const onset = ownErrorsOnset(top);
  return {
    name: 'own_errors',
    kind: 'own_errors',
    entity: service(name),
    strength,
    ...(onset !== undefined && { onset }),
    text: `${counted(Math.round(excess), 'error')} of its own beyond the usual number, most in ${quote(top.operation)}`,
    rows: [top, ...others].slice(0, MAX_ROWS).map(({ operation, normal, abnormal }) => ({
      service: name,
      operation,
      normal_calls: normal.calls,
      normal_own_errors: normal.ownErrors,
      calls: abnormal.calls,
      own_errors: abnormal.ownErrors,
    })),
  };
}

function ownTime(name: string, operations: readonly OperationFact[]): Signal | undefined {
  const slower = operations.flatMap(({ operation, buckets, sides: { normal, abnormal } }) => {
    if (Math.min(normal.ownTime.count, abnormal.ownTime.count) < MIN_SPANS) return [];
    const { strength, normalMs, abnormalMs } = slowerThan(normal.ownTime, abnormal.ownTime);
    return strength < MIN_STRENGTH ? [] : [{ operation, buckets, strength, normalMs, abnormalMs, normal, abnormal }];
  });
  const [top, ...others] = slower.sort((a, b) => b.strength - a.strength);
  if (!top) return undefined;
  const onset = ownTimeOnset(top);
  return {
    name: 'own_time',
    kind: 'deviation',
    entity: service(name),
    strength: top.strength,
    ...(onset !== undefined && { onset }),
    text: `${quote(top.operation)} spends ${formatMs(top.abnormalMs)} itself instead of ${formatMs(top.normalMs)}`,
    rows: [top, ...others].slice(0, MAX_ROWS).map(({ operation, normal, abnormal, normalMs, abnormalMs }) => ({
      service: name,
      operation,
      normal_calls: normal.calls,
      normal_own_ms: normalMs,
      calls: abnormal.calls,
      own_ms: abnormalMs,
    })),
  };
}

/** Fewest calls of a connection on either side, with which a variance exists. What is assumed of it weighs more than so few calls. */
const MIN_CALLS = 2;
/** Fewest spans of an operation on either side. */
const MIN_SPANS = 4;

/**
 * Time between services that neither accounts for: the network, or the queue of the callee. It is shared between caller and callee by how
 * many of their connections are slow: if the network of one service is slow, all of its connections are, on both of its sides.
 */
export function wireSignals(calls: readonly CallFact[]): Signal[] {
  const connections = calls.flatMap(({ caller, callee, sides: { normal, abnormal } }) => {
    const isEnough = Math.min(normal.wireMs.count, abnormal.wireMs.count) >= MIN_CALLS;
    if (callee.type !== 'service' || !isEnough) return [];
    const row = { caller, callee: callee.name, normal_wire_ms: normal.wireMs.mean, wire_ms: abnormal.wireMs.mean };
    return [{ ends: [caller, callee.name], strength: longerWait(normal.wireMs, abnormal.wireMs), row }];
  });
  const slowPart = (name: string): number => {
    const own = connections.filter(({ ends }) => ends.includes(name));
    return own.reduce((sum, { strength }) => sum + strength, 0) / (own.length + 0.5);
  };
  const parts = new Map([...new Set(connections.flatMap(({ ends }) => ends))].map((name) => [name, slowPart(name)]));
  const waits = connections.flatMap(({ ends, strength, row }) => {
    const total = ends.reduce((sum, name) => sum + (parts.get(name) ?? 0), 0);
    return ends
      .map((name) => ({ name, strength: total === 0 ? 0 : (strength * (parts.get(name) ?? 0)) / total, row }))
      .filter((one) => one.strength >= MIN_STRENGTH);
  });
  return [...Map.groupBy(waits, ({ name }) => name)].flatMap(([name, own]): Signal[] => {
    const [top, ...others] = own.sort((a, b) => b.strength - a.strength);
    if (!top) return [];
    // Each further slow connection speaks for the service that they have in common.
    const missing = own.reduce((product, { strength }) => product * (1 - strength), 1);
    const { caller, callee, wire_ms, normal_wire_ms } = top.row;
    return [
      {
        name: 'wire_time',
        kind: 'service_map',
        entity: service(name),
        strength: 1 - missing,
        text: `calls from ${nameOf(caller)} to ${nameOf(callee)} wait ${formatMs(wire_ms)} on the network or in a queue instead of ${formatMs(normal_wire_ms)}`,
        rows: [top, ...others].slice(0, MAX_ROWS).map(({ row }) => row),
      },
    ];
  });
}
