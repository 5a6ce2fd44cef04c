import type { AccountFacts, AffectedFacts } from '@svc/investigations';
import { canonicalDistinctId } from '@svc/reading/persons';
import type { FactReader } from '../reading/fact-reader.js';
import { selectAffectedAccounts, selectAffectedPersons } from './affected.query.js';
import { badRequests } from './attributes.js';

/** The most accounts that are named. */
const MAX_ACCOUNTS = 20;

/** Persons whose requests failed or were slow. */
export async function readAffected(reader: FactReader): Promise<AffectedFacts> {
  const requests = await badRequests(reader);
  const { abnormal } = requests.sample;
  if (abnormal.spans === 0) return { persons: 0, requests: 0, isSampled: false };
  const [row] = await reader.rows(selectAffectedPersons(requests, canonicalDistinctId(reader.scope)));
  return { persons: Number(row?.persons ?? 0), requests: Number(row?.requests ?? 0), isSampled: abnormal.modulo > 1 };
}

/** Accounts of the requests that failed or were slow. */
export async function readAccounts(reader: FactReader): Promise<AccountFacts> {
  const requests = await badRequests(reader);
  const { abnormal } = requests.sample;
  if (abnormal.spans === 0) return { accounts: 0, first: [], isSampled: false };
  const rows = await reader.rows(selectAffectedAccounts(requests, MAX_ACCOUNTS));
  return {
    accounts: Number(rows[0]?.accounts ?? 0),
    first: rows.map(({ type, account, persons }) => ({ type, key: account, persons: Number(persons) })),
    isSampled: abnormal.modulo > 1,
  };
}
