import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/contract';
import { CustomerWriter } from '../../../customers/persons/persons.fixture.js';
import type { Sql } from '@svc/reading/statement';
import { temporaryStore, type TemporaryStore } from '@svc/columnar/testing';
import { ampleBudget, NOW, testScope } from '@svc/reading/testing';
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

describe('selectMembers', () => {
  let engine: TemporaryStore;
  beforeAll(async () => {
    engine = await temporaryStore();
    const writer = new CustomerWriter(engine.store);
    for (const id of ['ann', 'phone', 'bob', 'eve']) await writer.seen(PROJECT, id, NOW);
    const set = (id: string, value: string) =>
      writer.write(PROJECT, id, 'plan', { op: 'set', time: 1n, messageId: 'm', value });
    await set('phone', '"pro"');
    await set('bob', '"free"');
    await writer.merge(PROJECT, { phone: 'ann' });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  for (const [name, definition, expected] of [
    ['a property, whichever of their ids it was set on', plan('eq', 'pro'), ['ann']],
    ['a negated property, including persons without it', plan('neq', 'pro'), ['bob', 'eve']],
    ['a property that is not set', plan('is_not_set'), ['eve']],
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
