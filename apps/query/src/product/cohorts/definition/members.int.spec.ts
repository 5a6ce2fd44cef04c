import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { JsonObject } from '@svc/contract';
import type { Sql } from '@svc/reading/statement';
import { ampleBudget, NOW, testScope } from '@svc/reading/testing';
import { CustomerWriter } from '../../../customers/persons/persons.fixture.js';
import { listLeaves, readDefinition } from './definition.js';
import { selectHolds, selectMembers } from './members.query.js';

const PROJECT = 1;
const STATIC = '01900000-0000-7000-8000-000000000001';
const plan = (op: string, value?: string) => ({
  type: 'property',
  key: 'plan',
  op,
  ...(value !== undefined && { value }),
});

const tier = (op: string, source?: string) => ({
  type: 'property',
  key: 'tier',
  op,
  value: 'gold',
  ...(source && { source }),
});

describe('selectMembers', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new CustomerWriter(engine.store);
    for (const id of ['ann', 'phone', 'bob', 'eve']) await writer.seen(PROJECT, id, NOW);
    const set = (id: string, value: string) =>
      writer.write(PROJECT, id, 'plan', { op: 'set', time: 1n, messageId: 'm', value });
    await set('phone', '"pro"');
    await set('bob', '"free"');
    await writer.merge(PROJECT, { phone: 'ann' });
    // A backend and then a page write the same properties.
    const writeTier = (id: string, value: string, time: bigint, isFromServer: boolean) =>
      writer.write(PROJECT, id, 'tier', { op: 'set', time, messageId: 'm', value, isFromServer });
    await writeTier('phone', '"gold"', 1n, true);
    await writeTier('ann', '"basic"', 2n, false);
    await writeTier('bob', '"gold"', 2n, false);
    await writeTier('eve', '"basic"', 1n, true);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  for (const [name, definition, expected] of [
    ['a property, whichever of their ids it was set on', plan('eq', 'pro'), ['ann']],
    ['a negated property, including persons without it', plan('neq', 'pro'), ['bob', 'eve']],
    ['a property that is not set', plan('is_not_set'), ['eve']],
    ['a property that anybody wrote', tier('eq'), ['bob']],
    ['a property that a backend wrote, under whichever of their ids', tier('eq', 'server'), ['ann']],
    ['a negated property that a backend wrote', tier('neq', 'server'), ['bob', 'eve']],
    ['members of a list, by its operator', { type: 'cohort', id: STATIC, op: 'in' }, ['bob']],
    ['others than members of a list', { type: 'cohort', id: STATIC, op: 'not_in' }, ['ann', 'eve']],
    ['others, negated twice', { type: 'cohort', id: STATIC, op: 'not_in', negate: true }, ['bob']],
    ['a list of members', { type: 'cohort', id: STATIC }, ['bob']],
    ['a negated list of members', { type: 'cohort', id: STATIC, negate: true }, ['ann', 'eve']],
    [
      'one of several conditions',
      { operator: 'or', conditions: [plan('eq', 'pro'), { type: 'cohort', id: STATIC }] },
      ['ann', 'bob'],
    ],
    [
      'all of several conditions',
      { operator: 'and', conditions: [plan('is_set'), { type: 'cohort', id: STATIC, negate: true }] },
      ['ann'],
    ],
  ] as const) {
    it(`selects the persons with ${name}`, async () => {
      const read = readDefinition('property', definition as unknown as JsonObject, NOW);
      const question = { scope: testScope(PROJECT), at: NOW, cohorts: new Map([[STATIC, ['bob']]]) };
      const query = <Row>(statement: Sql): Promise<Row[]> =>
        engine.store.query<Row>(ampleBudget().statement(statement));
      const members = await query<{ person: string }>(selectMembers(read, question));
      assert.deepEqual(members.map(({ person }) => person).sort(), expected);
      if ('operator' in read) return;
      const isMember = new Set<string>(expected);
      for (const person of ['ann', 'bob', 'eve']) {
        const rows: unknown = await query(selectHolds(listLeaves(read), person, question));
        assert.deepEqual(rows, [{ holds: [Number(isMember.has(person))] }], person);
      }
    });
  }
});
