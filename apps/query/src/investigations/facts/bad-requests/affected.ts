import type { AffectedFacts } from '@svc/investigations';
import { canonicalDistinctId } from '@svc/reading/persons';
import type { FactReader } from '../reading/fact-reader.js';
import { badRequests } from './attributes.js';
import { selectAffectedPersons } from './attributes.query.js';

/** Persons whose requests failed or were slow. */
export async function readAffected(reader: FactReader): Promise<AffectedFacts> {
  const requests = await badRequests(reader);
  const { abnormal } = requests.sample;
  if (abnormal.spans === 0) return { persons: 0, requests: 0, isSampled: false };
  const [row] = await reader.rows(selectAffectedPersons(requests, canonicalDistinctId(reader.scope)));
  return { persons: Number(row?.persons ?? 0), requests: Number(row?.requests ?? 0), isSampled: abnormal.modulo > 1 };
}
