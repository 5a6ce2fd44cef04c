import { items, type Recorder } from './recorder.js';

const DAY_MS = 86_400_000;

/** Sends product events, and asks every question about persons, accounts, events, cohorts and flags. */
export async function recordProduct(recorder: Recorder): Promise<void> {
  await recorder.ingest('events.capture', {
    events: [
      { event: 'signup', distinct_id: 'grace', set: { plan: 'pro', email: 'grace@example.com' } },
      { event: 'order placed', distinct_id: 'grace', properties: { amount: 42, $groups: { company: 'acme' } } },
      { event: 'identify', distinct_id: 'grace', anon_distinct_id: 'browser-1' },
      {
        event: '$groupidentify',
        distinct_id: 'grace',
        group_type: 'company',
        group_key: 'acme',
        set: { name: 'Acme', seats: 12 },
      },
    ],
  });
  await recordPersons(recorder);
  await recordGroups(recorder);
  await recordEvents(recorder);
  await recordQuestions(recorder);
  await recordCohorts(recorder);
  await recordFlags(recorder);
}

async function recordPersons(recorder: Recorder): Promise<void> {
  const { persons } = await recorder.call('persons.search', {
    query: { search: 'grace' },
    until: (answer) => items(answer, 'persons').length === 1,
  });
  const path = { person_id: persons?.[0]?.['id'] as unknown as string };
  await recorder.call('persons.get', { path, until: (answer) => JSON.stringify(answer).includes('"plan"') });
  await recorder.call('persons.aliases', {
    path,
    until: (answer) => JSON.stringify(answer).includes('browser-1'),
  });
  await recorder.call('persons.stats', { path });
  await recorder.call('persons.timeline', { path, until: (answer) => items(answer, 'entries').length > 1 });
  await recorder.call('persons.unlink', { path: { ...path, distinct_id: 'browser-1' } });
}

async function recordGroups(recorder: Recorder): Promise<void> {
  const path = { group_type: 'company', group_key: 'acme' };
  await recorder.call('groups.types', { until: (answer) => items(answer, 'group_types').length === 1 });
  await recorder.call('groups.list', { query: { type: 'company' } });
  await recorder.call('groups.get', {
    path,
    until: ({ properties }) => Number(properties?.['seats']) === 12,
  });
  await recorder.call('groups.timeline', { path, until: (answer) => items(answer, 'entries').length > 0 });
  const filters = [{ field: 'property.seats', op: 'gt', value: 10 }];
  await recorder.call('segments.preview_unsaved', { body: { group_type: 'company', filters } });
  const { id } = await recorder.call('segments.create', {
    body: { name: 'Large accounts', group_type: 'company', filters },
  });
  const segment = { segment_id: id as string };
  for (const read of ['segments.get', 'segments.preview']) await recorder.call(read, { path: segment });
  await recorder.call('segments.list');
  await recorder.call('segments.update', { path: segment, body: { name: 'Accounts with many seats' } });
  await recorder.call('segments.delete', { path: segment });
}

async function recordEvents(recorder: Recorder): Promise<void> {
  const [since, until] = [-DAY_MS, DAY_MS].map((away) => new Date(Date.now() + away).toISOString());
  const time_range = { start: since, end: until };
  await recorder.call('events.names', { until: (answer) => items(answer, 'events').length > 1 });
  await recorder.call('events.list', { query: { event: 'order placed', limit: 1 } });
  await recorder.call('events.triggerers', { query: { event: 'signup', since, until } });
  await recorder.call('events.trends', { body: { events: ['signup'], time_range, interval: 'day' } });
  await recorder.call('events.funnel', {
    body: { steps: [{ event: 'signup' }, { event: 'order placed' }], time_range, window: '7d' },
  });
  await recorder.call('events.retention', {
    body: { start_event: { event: 'signup' }, return_event: { event: 'order placed' }, time_range, period: 'day' },
  });
}

async function recordQuestions(recorder: Recorder): Promise<void> {
  await recorder.call('ai.query', {
    body: { question: 'how many order placed in the last 2 days', time_zone: 'Europe/Berlin' },
    until: (answer) => items(answer, 'rows').length === 1,
  });
}

async function recordCohorts(recorder: Recorder): Promise<void> {
  const definition = { operator: 'and', conditions: [{ type: 'property', key: 'plan', op: 'eq', value: 'pro' }] };
  await recorder.call('cohorts.preview', {
    body: { kind: 'property', definition },
    until: ({ count }) => Number(count) === 1,
  });
  const { id } = await recorder.call('cohorts.create', { body: { name: 'Pro plan', kind: 'property', definition } });
  const path = { cohort_id: id as string };
  await recorder.call('cohorts.members', { path, until: (answer) => items(answer, 'members').length === 1 });
  await recorder.call('cohorts.get', { path });
  await recorder.call('cohorts.history', { path });
  await recorder.call('cohorts.list');
  await recorder.call('cohorts.update', { path, body: { description: 'Everyone who pays' } });
  await recorder.call('cohorts.refresh', { path, body: {} });
  const fixed = await recorder.call('cohorts.create', { body: { name: 'Pilots', kind: 'static', members: ['grace'] } });
  const pilots = { cohort_id: fixed['id'] as string };
  const { generation } = await recorder.call('cohorts.get', {
    path: pilots,
    until: (cohort) => Number(cohort['generation']) > 0,
  });
  await recorder.call('cohorts.replace_members', {
    path: pilots,
    body: { members: ['ada', 'grace'], expected_generation: Number(generation) },
  });
  await recorder.call('cohorts.delete', { path: pilots });
}

async function recordFlags(recorder: Recorder): Promise<void> {
  const conditions = [{ type: 'person', key: 'plan', operator: 'eq', value: 'pro' }];
  const { key } = await recorder.call('flags.create', {
    body: { key: 'new-checkout', active: true, filters: { groups: [{ conditions, rollout_percentage: 100 }] } },
  });
  const path = { flag_key: key as string };
  await recorder.call('flags.get', { path });
  await recorder.call('flags.list');
  await recorder.call('flags.snapshot');
  await recorder.call('flags.preview_unsaved', {
    body: {
      key: 'new-checkout-2',
      filters: { groups: [{ conditions: [], rollout_percentage: 50 }] },
      sample_limit: 2,
    },
  });
  await recorder.call('flags.decide', {
    body: { distinct_id: 'grace', person_properties: { plan: 'pro' } },
    until: (answer) => JSON.stringify(answer).includes('new-checkout'),
  });
  await recorder.call('flags.update', { path, body: { name: 'New checkout', expected_version: 1 } });
  await recorder.call('flags.delete', { path });
}
