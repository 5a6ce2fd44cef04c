import { eventually } from '@svc/testing';
import { items } from '../../reference/recorder.js';
import type { SeededProject } from './project.js';

const DAY_MS = 86_400_000;
const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  'Jean Bartik',
  'Radia Perlman',
  'Mary Jackson',
  'Lena Söderberg',
  'Ṅwapa Øye',
];
const COMPANIES = ['acme', 'globex', 'initech'];
const PLANS = ['free', 'pro', 'enterprise'];

export interface Customers {
  /** The distinct ID of a person with several aliases, events, an exception and a recording. */
  readonly distinctId: string;
  readonly personId: string;
}

const idOf = (name: string): string => name.split(' ')[0]?.toLowerCase() ?? name;

/** Sends a week of product events of persons with aliases and companies, and makes a cohort, a segment and flags. */
export async function seedCustomers(project: SeededProject): Promise<Customers> {
  await project.ingest('/capture', { events: COMPANIES.map(toCompany) });
  await project.ingest('/capture', { events: NAMES.flatMap(toEvents) });
  const distinctId = idOf(NAMES[0] ?? '');
  await makeFlags(project);
  await project.post('/account-segments', {
    name: 'Large accounts',
    group_type: 'company',
    filters: [{ field: 'property.seats', op: 'gt', value: 10 }],
  });
  const personId = await eventually('the persons can be read', async () => {
    const [person] = items(await project.get(`/persons?search=${distinctId}`), 'persons');
    return person === undefined ? false : String(person['id']);
  });
  // A cohort has the members that can be read when it is built.
  await eventually('all persons can be read', async () => {
    const persons = items(await project.get('/persons?limit=100'), 'persons');
    return persons.length >= NAMES.length;
  });
  const definition = { operator: 'and', conditions: [{ type: 'property', key: 'plan', op: 'eq', value: 'pro' }] };
  await project.post('/analytics/cohorts', { name: 'Pro plan', kind: 'property', definition });
  return { distinctId, personId };
}

function toCompany(key: string, nth: number): object {
  const set = { name: key[0]?.toUpperCase() + key.slice(1), seats: 5 + nth * 20, plan: PLANS[nth] };
  return { event: '$groupidentify', distinct_id: 'backend', group_type: 'company', group_key: key, set };
}

function toEvents(name: string, nth: number): object[] {
  const distinct_id = idOf(name);
  const $groups = { company: COMPANIES[nth % COMPANIES.length] };
  const at = (days: number): string => new Date(Date.now() - days * DAY_MS - nth * 3_600_000).toISOString();
  const set = {
    name,
    email: `${distinct_id.normalize('NFD').replaceAll(/\P{ASCII}/gu, '')}@example.com`,
    plan: PLANS[nth % PLANS.length],
  };
  const visits = Array.from({ length: 6 }, (_, day) => day).filter((day) => (day + nth) % 3 !== 0);
  return [
    {
      event: 'signup',
      distinct_id,
      timestamp: at(6.5),
      set,
      properties: { $groups, source: nth % 2 ? 'search' : 'friend' },
    },
    { event: 'identify', distinct_id, anon_distinct_id: `browser-${nth}` },
    { event: 'identify', distinct_id, anon_distinct_id: `phone-${nth}` },
    ...visits.flatMap((day) => [
      {
        event: 'page viewed',
        distinct_id,
        timestamp: at(day + 0.01),
        properties: { $groups, path: '/cart', browser: 'Firefox' },
      },
      { event: 'cart updated', distinct_id, timestamp: at(day + 0.005), properties: { $groups, items: day + 1 } },
      ...(day % 2 === nth % 2
        ? [
            {
              event: 'order placed',
              distinct_id,
              timestamp: at(day),
              properties: { $groups, amount: 42 + day, currency: 'EUR' },
            },
          ]
        : []),
    ]),
  ];
}

async function makeFlags(project: SeededProject): Promise<void> {
  const everyone = { conditions: [], rollout_percentage: 25 };
  const pro = { conditions: [{ type: 'person', key: 'plan', operator: 'eq', value: 'pro' }], rollout_percentage: 100 };
  const flags = [
    { key: 'new-checkout', name: 'New checkout', active: true, filters: { groups: [pro, everyone] } },
    { key: 'dark-mode', name: 'Dark mode', active: true, filters: { groups: [everyone] } },
    { key: 'old-search', name: 'Old search', active: false, filters: { groups: [{ conditions: [] }] } },
  ];
  for (const flag of flags) await project.post('/flags', flag);
}
