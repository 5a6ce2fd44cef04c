import {
  joinMoments,
  type CallFact,
  type CallFigures,
  type Entity,
  type Moments,
  type OperationBucket,
  type OperationFact,
  type OperationFigures,
  type Sides,
  type StepFact,
} from '@svc/investigations';
import { findTarget } from '../../../telemetry/index.js';
import { bySides, operationKey } from '../sample/sides.js';
import type { CallRow, CallStepRow, TargetRow } from './calls.query.js';
import type { OperationRow } from './operations.query.js';

const NANOSECONDS_PER_MS = 1e6;
const MS_PER_SECOND = 1_000;

const NO_MOMENTS: Moments = { count: 0, mean: 0, variance: 0 };
const NO_OPERATION: OperationFigures = { calls: 0, errors: 0, ownErrors: 0, ownTime: NO_MOMENTS, ownMs: 0 };
const NO_CALLS: CallFigures = { calls: 0, errors: 0, duration: NO_MOMENTS, wireMs: NO_MOMENTS };

export function toOperations(rows: readonly OperationRow[]): OperationFact[] {
  const toKey = ({ service, operation }: OperationRow): string => operationKey(service, operation);
  const byKey = Map.groupBy(rows, toKey);
  return bySides(rows, toKey, toOperationFigures, NO_OPERATION).map(({ row, sides }) => ({
    service: row.service,
    operation: row.operation,
    sides,
    buckets: (byKey.get(toKey(row)) ?? []).flatMap(toBuckets).sort((a, b) => a.start - b.start),
  }));
}

function toBuckets({ buckets: [starts, calls, ownErrors, timed, ownTimes] }: OperationRow): OperationBucket[] {
  return starts.map((start, index) => {
    const timedSpans = Number(timed[index]);
    return {
      start: start * MS_PER_SECOND,
      calls: Number(calls[index]),
      ownErrors: Number(ownErrors[index]),
      timed: timedSpans,
      ownTime: timedSpans === 0 ? 0 : (ownTimes[index] ?? 0) / timedSpans,
    };
  });
}

function toOperationFigures(row: OperationRow): OperationFigures {
  return {
    calls: Number(row.calls),
    errors: Number(row.errors),
    ownErrors: Number(row.own_errors),
    ownTime: { count: Number(row.own_calls), mean: row.own_mean, variance: row.own_variance },
    ownMs: row.own_ms,
  };
}

export function toCalls(rows: readonly CallRow[], targets: readonly TargetRow[]): CallFact[] {
  const between = bySides(
    rows,
    ({ caller, callee_name }) => JSON.stringify([caller, callee_name]),
    toCallFigures,
    NO_CALLS,
  );
  const outside = Map.groupBy(
    targets.flatMap((row) => {
      const target = findTarget(row.kind, new Map(row.told));
      return target ? [{ row, target }] : [];
    }),
    ({ row: { caller, is_abnormal }, target }) =>
      JSON.stringify([caller, target.type, target.system, target.name, is_abnormal]),
  );
  const joined = [...outside.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const figures = alike.map(({ row }) => toTargetFigures(row));
    const entity: Entity = { type: first.target.type, name: first.target.name || first.target.system };
    return [{ caller: first.row.caller, is_abnormal: first.row.is_abnormal, entity, figures: joinFigures(figures) }];
  });
  return [
    ...between.map(({ row, sides }): CallFact => ({
      caller: row.caller,
      callee: { type: 'service', name: row.callee_name },
      sides,
    })),
    ...bySides(
      joined,
      ({ caller, entity }) => JSON.stringify([caller, entity]),
      ({ figures }) => figures,
      NO_CALLS,
    ).map(({ row: { caller, entity }, sides }): CallFact => ({ caller, callee: entity, sides })),
  ];
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

/** @param calls the spans of each operation, from `operationKey`. */
export function toCallSteps(rows: readonly CallStepRow[], calls: ReadonlyMap<string, Sides<number>>): StepFact[] {
  const toKey = (row: CallStepRow): string =>
    JSON.stringify([row.caller, row.caller_operation, row.callee_name, row.callee_operation]);
  return bySides(rows, toKey, ({ spans }) => Number(spans), 0).flatMap(({ row, sides }): StepFact[] => {
    const ofOperation = calls.get(operationKey(row.caller, row.caller_operation));
    if (!ofOperation) return [];
    const isOther = row.callee_name !== row.caller;
    return [
      {
        service: row.caller,
        operation: row.caller_operation,
        type: 'call',
        step: isOther ? `${row.callee_name}: ${row.callee_operation}` : row.callee_operation,
        callee: row.callee_name,
        severity: 0,
        calls: ofOperation,
        sides,
        ...(row.is_abnormal === 1 && { firstSeen: Number(row.first) / NANOSECONDS_PER_MS }),
      },
    ];
  });
}
