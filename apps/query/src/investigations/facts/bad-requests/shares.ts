import type { ShareFacts } from '@svc/investigations';
import type { FactReader } from '../reading/fact-reader.js';
import { sampleTraces, type SampledSide } from '../sample/trace-sample.js';
import { selectSideTotals, selectSideValues } from './shares.query.js';

const NANOSECONDS_PER_MINUTE = 60e9;

/** Requests of services, and of the values of their attributes, in a minute of either side. */
export async function readShares(reader: FactReader): Promise<ShareFacts> {
  const { services } = reader.parameters;
  const sample = await sampleTraces(reader);
  if (sample.isEmpty) return { totals: [], values: [] };
  const toRate = ({ modulo, range }: SampledSide, requests: string): number =>
    (Number(requests) * modulo * NANOSECONDS_PER_MINUTE) / Number(range.to - range.from);
  const rates = (row: { readonly normal_requests: string; readonly abnormal_requests: string }) => ({
    normal: toRate(sample.normal, row.normal_requests),
    abnormal: toRate(sample.abnormal, row.abnormal_requests),
  });
  const totals = await reader.rows(selectSideTotals(sample, services));
  const values = await reader.rows(selectSideValues(sample, services));
  return {
    totals: totals.map((row) => ({ service: row.service, ...rates(row) })),
    values: values.map((row) => ({ service: row.service, key: row.key, value: row.value, ...rates(row) })),
  };
}
