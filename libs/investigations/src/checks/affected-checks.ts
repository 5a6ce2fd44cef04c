import { absentEvidence, toEvidence } from '../evidence/evidence.js';
import { groupsPath, tracesPath } from '../evidence/links.js';
import { counted, nameOf, quote } from '../signals/texts.js';
import type { Check } from './check.js';

/** The most accounts that a sentence names. */
const MAX_NAMED = 3;

/** Counts the persons that the symptom reached. */
export const AFFECTED: Check<'affected'> = {
  name: 'affected',
  reading: 'affected',
  kinds: ['affected'],
  scopes: ['persons:read'],
  text: 'Counts the persons whose requests were affected',
  interpret({ persons, requests, isSampled }, parameters, source) {
    const least = leastOf(isSampled);
    if (requests === 0 || persons === 0) {
      const title = 'No affected request names a person';
      return { signals: [], evidence: [absentEvidence('affected', title, tracesPath(parameters), source)] };
    }
    const evidence = toEvidence(
      {
        kind: 'affected',
        about: 'affected',
        title: `${least}${counted(persons, 'person')} had affected requests`,
        finding: 'present',
        entities: [],
        rows: [{ persons, requests, is_sampled: isSampled }],
        path: tracesPath(parameters),
      },
      source,
    );
    return { signals: [], evidence: [evidence] };
  },
};

/** Names the accounts that the symptom reached. */
export const ACCOUNTS: Check<'accounts'> = {
  name: 'accounts',
  reading: 'accounts',
  kinds: ['affected_accounts'],
  scopes: ['groups:read'],
  text: 'Names the accounts whose requests were affected',
  interpret({ accounts, first, isSampled }, _parameters, source) {
    if (accounts === 0) {
      const title = 'No affected request belongs to an account';
      return { signals: [], evidence: [absentEvidence('affected_accounts', title, groupsPath(), source)] };
    }
    const named = first.slice(0, MAX_NAMED).map(({ type, key }) => `${nameOf(type)} ${quote(key)}`);
    const more = accounts > named.length ? [`${accounts - named.length} more`] : [];
    const evidence = toEvidence(
      {
        kind: 'affected_accounts',
        about: 'accounts',
        title: `${leastOf(isSampled)}${counted(accounts, 'account')} had affected requests: ${[...named, ...more].join(', ')}`,
        finding: 'present',
        entities: first.map(({ key }) => ({ type: 'account', name: key })),
        rows: first.map(({ type, key, persons }) => ({ group_type: type, group_key: key, persons, accounts })),
        path: groupsPath(),
      },
      source,
    );
    return { signals: [], evidence: [evidence] };
  },
};

const leastOf = (isSampled: boolean): string => (isSampled ? 'at least ' : '');
