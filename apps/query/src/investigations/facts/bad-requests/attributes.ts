import type { AttributeFacts } from '@svc/investigations';
import type { FactReader } from '../reading/fact-reader.js';
import { sampleTraces } from '../sample/trace-sample.js';
import { MIN_BAD, selectAttributes, selectRequestTotals, type BadRequests } from './attributes.query.js';
import type { RequestSubject } from './subject.query.js';

const NANOSECONDS_PER_MS = 1e6;

/**
 * Values of attributes of the bad and the good requests of each service. The few bad requests of a person or an issue tell nothing by
 * themselves: then all bad requests are compared.
 */
export async function readAttributes(reader: FactReader, fewest = MIN_BAD): Promise<AttributeFacts> {
  const asked = await badRequests(reader);
  if (asked.sample.isEmpty) return { totals: [], values: [], isOfSubject: false };
  const { operation, issueId, personId } = asked.subject;
  const hasSubject = issueId !== undefined || personId !== undefined;
  const first = await reader.rows(selectRequestTotals(asked));
  const isOfSubject = hasSubject && first.some(({ bad_requests }) => Number(bad_requests) >= fewest);
  const all = { ...asked, subject: { operation, issueId: undefined, personId: undefined } };
  const requests = hasSubject && !isOfSubject ? all : asked;
  const totals = requests === asked ? first : await reader.rows(selectRequestTotals(requests));
  const values = await reader.rows(selectAttributes(requests));
  return {
    isOfSubject,
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

export async function badRequests(reader: FactReader): Promise<BadRequests & { readonly subject: RequestSubject }> {
  const { services, slowerThanMs, operation, issueId, personId } = reader.parameters;
  const sample = await sampleTraces(reader);
  const slowerThanNs = slowerThanMs === undefined ? undefined : BigInt(Math.round(slowerThanMs * NANOSECONDS_PER_MS));
  return { sample, services, slowerThanNs, subject: { operation, issueId, personId } };
}
