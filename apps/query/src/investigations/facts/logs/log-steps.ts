import type { Sides, StepFact } from '@svc/investigations';
import { NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import { minePatterns } from '../../../telemetry/index.js';
import type { FactReader } from '../reading/fact-reader.js';
import { operationKey } from '../sample/sides.js';
import type { SampledSide, TraceSample } from '../sample/trace-sample.js';
import { MAX_RECORDS, selectLogSteps, selectLooseMessages, selectRecordTotal, type LogStepRow } from './logs.query.js';

const NANOSECONDS_PER_MS = 1e6;

/**
 * Log patterns of each operation on both sides. Patterns are found in the messages of both sides together, so that both have the same.
 *
 * @param calls the spans of each operation in the sample.
 */
export async function readLogSteps(
  reader: FactReader,
  sample: TraceSample,
  calls: ReadonlyMap<string, Sides<number>>,
): Promise<StepFact[]> {
  const rows = sample.isEmpty ? [] : await reader.rows(selectLogSteps(sample));
  const loose = await readLoose(reader, sample);
  const patterns = await minePatterns([...rows, ...loose.rows].map((row) => ({ text: row.message, row })));
  const steps: StepFact[] = [];
  for (const { template, messages } of patterns) {
    const alike = Map.groupBy(messages, ({ row }) => operationKey(row.service, row.operation));
    for (const [key, own] of alike) {
      const [first] = own;
      if (!first) continue;
      const { service, operation } = first.row;
      const ofOperation = operation === '' ? loose.calls : calls.get(key);
      if (ofOperation)
        steps.push(
          toStep(
            service,
            operation,
            template,
            own.map(({ row }) => row),
            ofOperation,
          ),
        );
    }
  }
  return steps;
}

function toStep(
  service: string,
  operation: string,
  step: string,
  rows: readonly LogStepRow[],
  calls: Sides<number>,
): StepFact {
  const sum = (isAbnormal: number, of: 'spans' | 'records'): number =>
    rows.reduce((total, row) => total + (row.is_abnormal === isAbnormal ? Number(row[of]) : 0), 0);
  const firsts = rows.filter((row) => row.is_abnormal === 1).map(({ first }) => Number(first) / NANOSECONDS_PER_MS);
  return {
    service,
    operation,
    type: 'log',
    step,
    severity: Math.max(...rows.map(({ severity }) => severity)),
    calls,
    sides: { normal: sum(0, 'spans'), abnormal: sum(1, 'spans') },
    records: { normal: sum(0, 'records'), abnormal: sum(1, 'records') },
    ...(firsts.length > 0 && { firstSeen: Math.min(...firsts) }),
  };
}

/** Records without a span, in relation to all of them that were read. */
async function readLoose(reader: FactReader, sample: TraceSample) {
  const [normal, abnormal] = await Promise.all([
    limitRecords(reader, sample, sample.normal),
    limitRecords(reader, sample, sample.abnormal),
  ]);
  const rows = await reader.rows(selectLooseMessages(sample, normal, abnormal));
  const sum = (isAbnormal: number): number =>
    rows.reduce((total, row) => total + (row.is_abnormal === isAbnormal ? Number(row.spans) : 0), 0);
  return { rows, calls: { normal: sum(0), abnormal: sum(1) } };
}

async function limitRecords(reader: FactReader, sample: TraceSample, side: SampledSide): Promise<SampledSide> {
  const { from, to } = side.range;
  const minutes = {
    from: (from / NANOSECONDS_PER_MINUTE) * NANOSECONDS_PER_MINUTE,
    to: (to / NANOSECONDS_PER_MINUTE + 1n) * NANOSECONDS_PER_MINUTE,
  };
  const [row] = await reader.rows(selectRecordTotal(sample, minutes));
  return { ...side, modulo: Math.max(1, Math.ceil(Number(row?.record_total ?? 0) / MAX_RECORDS)) };
}
