import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { foldProperties, mergeRegisters, toRegister, type PropertyWrite, type Register } from '@svc/persons';
import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import { select, sql, type Sql } from '@svc/reading/statement';
import { ampleBudget, NOW, SECOND, testReader } from '@svc/reading/testing';
import { EVENTS } from '@svc/tables';
import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import { CustomerWriter, personScope } from './persons.fixture.js';
import { PropertiesRepository } from './properties.repository.js';

describe('canonical persons in statements', () => {
  let engine: SharedStore;
  let writer: CustomerWriter;
  let projects = 0;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new CustomerWriter(engine.store);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const query = <Row>(statement: Sql): Promise<Row[]> => engine.store.query<Row>(ampleBudget().statement(statement));
  const persons = async (project: number): Promise<number> => {
    const scope = personScope(project);
    const columns = sql`uniqExact(${canonicalDistinctId(scope)}) AS persons`;
    const [row] = await query<{ persons: string }>(
      select({ columns, from: EVENTS, scope, during: { from: 0n, to: NOW } }),
    );
    return Number(row?.persons);
  };

  it('counts a person once whatever its IDs, and separately again when the link is undone', async () => {
    const project = ++projects;
    for (const id of ['device', 'ann', 'bob', 'phone'])
      await writer.event({ project, distinctId: id, time: NOW - SECOND });
    assert.equal(await persons(project), 4);
    await writer.merge(project, { device: 'ann', phone: 'ann' }, 5n);
    assert.equal(await persons(project), 2);
    await writer.merge(project + 1_000, { bob: 'ann' });
    assert.equal(await persons(project), 2, "another project's links");
    await writer.merge(project, { phone: 'phone' }, 6n);
    assert.equal(await persons(project), 3);
    const members = selectDistinctIds(personScope(project), ['ann', 'bob']);
    const ids = await query<{ id: string }>(sql`SELECT linked_id AS id FROM (${members})`);
    assert.deepEqual(ids.map(({ id }) => id).sort(), ['ann', 'bob', 'device']);
  });

  const writes: fc.Arbitrary<PropertyWrite> = fc
    .record({
      op: fc.constantFrom<PropertyWrite['op']>('set', 'unset', 'set_once'),
      time: fc.bigInt({ min: -1n, max: 3n }),
      messageId: fc.constantFrom('m', 'M', '\u{1F4A3}', '\uFF5E'),
      value: fc.constantFrom('null', '1', '"é"', '{"a":[]}'),
    })
    .map((write) => (write.op === 'unset' ? { ...write, value: '' } : write));

  it('returns the properties that the mutation rules give, folded by the engine over all IDs', async () => {
    const entries = fc.array(
      fc.record({ write: writes, id: fc.constantFrom('device', 'ann'), key: fc.constantFrom('plan', "'; --") }),
      { maxLength: 8 },
    );
    const repository = new PropertiesRepository();
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const project = ++projects;
        const registers = new Map<string, Register>();
        for (const { write, id, key } of all) {
          await writer.write(project, id, key, write);
          registers.set(key, mergeRegisters(registers.get(key) ?? {}, toRegister(write)));
        }
        const owners = new Map([['ann', ['ann', 'device']]]);
        const found = await repository.readProperties(owners, testReader(engine.store, personScope(project)));
        assert.deepEqual(new Map(found.get('ann')), new Map([...foldProperties([registers])].sort()));
      }),
      { numRuns: rounds(8) },
    );
  });
});
