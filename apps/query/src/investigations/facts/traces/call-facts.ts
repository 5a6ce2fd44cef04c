import { joinMoments, type CallFact, type CallFigures, type Entity, type Moments } from '@svc/investigations';
import { findTarget } from '../../../telemetry/index.js';
import { bySides } from '../sample/sides.js';
import type { CallRow, TargetRow } from './calls.query.js';

const NO_MOMENTS: Moments = { count: 0, mean: 0, variance: 0 };
const NO_CALLS: CallFigures = { calls: 0, errors: 0, duration: NO_MOMENTS, wireMs: NO_MOMENTS };

/** The calls of a service by what they name, and by who answered them. */
interface Told {
  readonly caller: string;
  readonly is_abnormal: number;
  readonly entity: Entity;
  readonly answeredBy: string;
  readonly figures: CallFigures;
}

/**
 * Calls between services, and calls of targets without telemetry. A call that nobody answered is one of the service that normally answers
 * calls of the same target. All messages count for their queue, whichever service receives them.
 */
export function toCalls(rows: readonly CallRow[], targets: readonly TargetRow[]): CallFact[] {
  const between = bySides(
    rows,
    ({ caller, callee_name }) => JSON.stringify([caller, callee_name]),
    toCallFigures,
    NO_CALLS,
  );
  const told = targets.flatMap(toTold);
  const answering = answeringServices(told);
  const unanswered = told.flatMap((one) => {
    const callee = one.answeredBy === '' ? answering.get(keyOf(one)) : undefined;
    return callee === undefined ? [] : [{ ...one, entity: { type: 'service' as const, name: callee } }];
  });
  const outside = told.filter((one) => one.answeredBy === '' && !answering.has(keyOf(one)));
  const unansweredOf = new Map(
    sidesOf(unanswered).map((call) => [JSON.stringify([call.caller, call.callee.name]), call]),
  );
  const direct = between.map(({ row, sides }): CallFact => {
    const lost = unansweredOf.get(JSON.stringify([row.caller, row.callee_name]));
    unansweredOf.delete(JSON.stringify([row.caller, row.callee_name]));
    const callee = { type: 'service' as const, name: row.callee_name };
    if (!lost) return { caller: row.caller, callee, sides };
    const { normal, abnormal } = sides;
    return {
      caller: row.caller,
      callee,
      sides: { normal: withLost(normal, lost.sides.normal), abnormal: withLost(abnormal, lost.sides.abnormal) },
    };
  });
  return [...direct, ...sidesOf(outside)];
}

function toTold(row: TargetRow): Told[] {
  const target = findTarget(row.kind, new Map(row.told));
  if (!target) return [];
  const { caller, is_abnormal } = row;
  const isQueue = target.type === 'queue';
  // The receiver of a message is no caller of the queue, and its failures are not those of the queue.
  if (isQueue && target.isReceived) return [];
  const entity: Entity = { type: target.type, name: target.name || target.system };
  return [{ caller, is_abnormal, entity, answeredBy: isQueue ? '' : row.answered_by, figures: toTargetFigures(row) }];
}

const keyOf = ({ caller, entity }: Pick<Told, 'caller' | 'entity'>): string =>
  JSON.stringify([caller, entity.type, entity.name]);

/** A proxy or a gateway has several services behind one address, and nothing tells which of them a failed call was for. */
const ANSWERS_ALMOST_ALL = 0.9;

/** The service that answers almost all of the answered calls of a target, by caller and target. */
function answeringServices(told: readonly Told[]): ReadonlyMap<string, string> {
  const answered = told.filter(({ answeredBy }) => answeredBy !== '');
  return new Map(
    [...Map.groupBy(answered, keyOf)].flatMap(([key, alike]) => {
      const calls = (own: readonly Told[]): number => own.reduce((sum, { figures }) => sum + figures.calls, 0);
      const [most] = [...Map.groupBy(alike, ({ answeredBy }) => answeredBy)].toSorted(
        ([, one], [, other]) => calls(other) - calls(one),
      );
      return most && calls(most[1]) >= ANSWERS_ALMOST_ALL * calls(alike) ? [[key, most[0]] as const] : [];
    }),
  );
}

function sidesOf(told: readonly Told[]): CallFact[] {
  const alike = Map.groupBy(told, (one) => `${keyOf(one)} ${one.is_abnormal}`);
  const joined = [...alike.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first, figures: joinFigures(own.map(({ figures }) => figures)) }] : [];
  });
  return bySides(joined, keyOf, ({ figures }) => figures, NO_CALLS).map(
    ({ row: { caller, entity }, sides }): CallFact => ({ caller, callee: entity, sides }),
  );
}

/** Calls that failed without an answer; others without one may only lack a span. */
function withLost(figures: CallFigures, { errors }: CallFigures): CallFigures {
  return { ...figures, calls: figures.calls + errors, errors: figures.errors + errors, unanswered: errors };
}

function toCallFigures(row: CallRow): CallFigures {
  return {
    calls: Number(row.calls),
    errors: Number(row.errors),
    duration: { count: Number(row.calls), mean: row.duration_mean, variance: row.duration_variance },
    wireMs: { count: Number(row.wire_calls), mean: row.wire_mean, variance: row.wire_variance },
  };
}

function toTargetFigures(row: TargetRow): CallFigures {
  return {
    calls: Number(row.calls),
    errors: Number(row.errors),
    duration: { count: Number(row.calls), mean: row.duration_mean, variance: row.duration_variance },
    wireMs: NO_MOMENTS,
  };
}

function joinFigures(figures: readonly CallFigures[]): CallFigures {
  return {
    calls: figures.reduce((sum, { calls }) => sum + calls, 0),
    errors: figures.reduce((sum, { errors }) => sum + errors, 0),
    duration: joinMoments(figures.map(({ duration }) => duration)),
    wireMs: NO_MOMENTS,
  };
}
