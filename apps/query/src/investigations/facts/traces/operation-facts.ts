import type { Moments, OperationBucket, OperationFact, OperationFigures, Sides, StepFact } from '@svc/investigations';
import { bySides, operationKey } from '../sample/sides.js';
import type { CallStepRow } from './calls.query.js';
import type { OperationRow } from './operations.query.js';

const NANOSECONDS_PER_MS = 1e6;
const MS_PER_SECOND = 1_000;

const NO_MOMENTS: Moments = { count: 0, mean: 0, variance: 0 };
const NO_OPERATION: OperationFigures = { calls: 0, errors: 0, ownErrors: 0, ownTime: NO_MOMENTS, ownMs: 0 };

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
