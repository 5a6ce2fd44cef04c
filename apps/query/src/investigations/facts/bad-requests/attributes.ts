import type { AttributeFacts } from '@svc/investigations';
import type { FactReader } from '../reading/fact-reader.js';
import { sampleTraces } from '../sample/trace-sample.js';
import { selectAttributes, selectRequestTotals, type BadRequests } from './attributes.query.js';

const NANOSECONDS_PER_MS = 1e6;

/** Values of attributes of the bad and the good requests of each service. */
export async function readAttributes(reader: FactReader): Promise<AttributeFacts> {
  const requests = await badRequests(reader);
  if (requests.sample.isEmpty) return { totals: [], values: [] };
  const totals = await reader.rows(selectRequestTotals(requests));
  const values = await reader.rows(selectAttributes(requests));
  return {
    totals: totals.map(({ service, bad_requests, good_requests }) => ({
      service,
      bad: Number(bad_requests),
      good: Number(good_requests),
    })),
    values: values.map(({ service, key, value, bad_requests, good_requests }) => ({
      service,
      key,
      value,
      bad: Number(bad_requests),
      good: Number(good_requests),
    })),
  };
}

export async function badRequests(reader: FactReader): Promise<BadRequests> {
  const { services, slowerThanMs, operation, issueId, personId } = reader.parameters;
  const sample = await sampleTraces(reader);
  const slowerThanNs = slowerThanMs === undefined ? undefined : BigInt(Math.round(slowerThanMs * NANOSECONDS_PER_MS));
  return { sample, services, slowerThanNs, subject: { operation, issueId, personId } };
}
