import type { CallFact, OperationFact, Sides, StepFact } from '@svc/investigations';
import type { MetricsRepository } from '../../../telemetry/index.js';
import { readLogSteps } from '../logs/log-steps.js';
import type { FactReader } from '../reading/fact-reader.js';
import { RequestMetrics } from '../requests/request-metrics.js';
import { bySides, operationKey } from '../sample/sides.js';
import { sampleTraces } from '../sample/trace-sample.js';
import { toCalls } from './call-facts.js';
import { selectCalls, selectCallSteps, selectTargets } from './calls.query.js';
import { toCallSteps, toOperations } from './operation-facts.js';
import { selectOperationCounts, selectOperations } from './operations.query.js';

const toKey = ({ caller, callee }: CallFact): string => JSON.stringify([caller, callee.name]);

/** Calls between services and to targets without telemetry. */
export async function readCalls(reader: FactReader, metrics: MetricsRepository): Promise<CallFact[]> {
  const sample = await sampleTraces(reader);
  const calls = sample.isEmpty ? [] : await reader.rows(selectCalls(sample));
  const targets = sample.isEmpty ? [] : await reader.rows(selectTargets(sample));
  const measured = toCalls(calls, targets);
  const known = new Set(measured.map(toKey));
  const counted = await new RequestMetrics(metrics, reader).calls();
  return [...measured, ...counted.filter((call) => !known.has(toKey(call)))];
}

export async function readOperations(reader: FactReader): Promise<OperationFact[]> {
  const sample = await sampleTraces(reader);
  const bucketSeconds = reader.parameters.bucketMs / 1_000;
  return sample.isEmpty ? [] : toOperations(await reader.rows(selectOperations(sample, bucketSeconds)));
}

/** Calls and log patterns of the spans of each operation. */
export async function readSteps(reader: FactReader): Promise<StepFact[]> {
  const sample = await sampleTraces(reader);
  const counted = sample.isEmpty ? [] : await reader.rows(selectOperationCounts(sample));
  const calls = new Map<string, Sides<number>>(
    bySides(
      counted,
      ({ service, operation }) => operationKey(service, operation),
      (row) => Number(row.calls),
      0,
    ).map(({ row: { service, operation }, sides }) => [operationKey(service, operation), sides]),
  );
  const callSteps = sample.isEmpty ? [] : toCallSteps(await reader.rows(selectCallSteps(sample)), calls);
  return [...callSteps, ...(await readLogSteps(reader, sample, calls))];
}
