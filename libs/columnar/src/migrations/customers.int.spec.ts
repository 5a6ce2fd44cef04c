import assert from 'node:assert/strict';
import { columnsExcept, EVENTS, NEVER_WRITTEN, REGISTER_OP } from '@svc/tables';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../testing/temporary-store.js';

const { set, unset, setOnce, none } = REGISTER_OP;
const NEVER = {
  latest: `(${NEVER_WRITTEN.latest}, '', '', ${none}, '')`,
  earliest: `(${NEVER_WRITTEN.earliest}, '', '', ${none}, '')`,
};

interface Write {
  readonly time: number;
  readonly id: string;
  readonly op: number;
  readonly value: string;
  readonly tie?: string;
}

describe('the customer tables', () => {
  let scene: TemporaryStore;
  beforeAll(async () => (scene = await temporaryStore()));
  afterAll(() => scene[Symbol.asyncDispose]());

  const read = <Row>(sql: string) => scene.store.query<Row>({ sql, limits: GENEROUS });
  const tuple = ({ time, id, op, value, tie = '' }: Write) => `(${time}, '${id}', '${tie}', ${op}, '${value}')`;
  const write = (key: string, latest: Write | undefined, earliest?: Write, isServer = false) =>
    scene.store.command(
      `INSERT INTO person_registers SELECT 1, 'ada', '${key}', ${latest ? tuple(latest) : NEVER.latest}, ${earliest ? tuple(earliest) : NEVER.earliest}, ${Number(isServer)}`,
    );
  const folded = (key: string) =>
    read(
      `SELECT tupleElement(max(latest), 'value') AS value, tupleElement(max(latest), 'op') AS op,
              tupleElement(min(earliest), 'value') AS once, tupleElement(min(earliest), 'op') AS once_op
       FROM person_registers WHERE project_number = 1 AND key = '${key}' GROUP BY distinct_id, key`,
    );

  it('keeps the latest of all sets and unsets by time, message ID and content, before and after merging', async () => {
    await write('plan', { time: 5, id: 'b', op: set, value: '"new"' });
    await write('plan', { time: 5, id: 'Z', op: unset, value: '' });
    await write('plan', { time: 5, id: 'b', op: set, value: '"tied"', tie: 'x' });
    await write('plan', { time: 4, id: 'z', op: set, value: '"old"' });
    const expected = [{ value: '"tied"', op: set, once: '', once_op: none }];
    assert.deepEqual(await folded('plan'), expected);
    await scene.store.command('OPTIMIZE TABLE person_registers FINAL');
    assert.deepEqual(await folded('plan'), expected);
    const rows = await read("SELECT key FROM person_registers WHERE key = 'plan'");
    assert.equal(rows.length, 1);
  });

  it('keeps the earliest set_once beside the latest set', async () => {
    await write('source', undefined, { time: 5, id: 'a', op: setOnce, value: '1' });
    await write('source', undefined, { time: 4, id: 'b', op: setOnce, value: '2' });
    await write('source', { time: -6, id: 'c', op: set, value: 'null' });
    const expected = [{ value: 'null', op: set, once: '2', once_op: setOnce }];
    assert.deepEqual(await folded('source'), expected);
    await scene.store.command('OPTIMIZE TABLE person_registers FINAL');
    assert.deepEqual(await folded('source'), expected);
  });

  it('keeps the writes of a backend beside those of a page', async () => {
    await write('seat', { time: 5, id: 'a', op: set, value: '"page"' });
    await write('seat', { time: 4, id: 'b', op: set, value: '"backend"' }, undefined, true);
    await write('seat', { time: 3, id: 'c', op: set, value: '"earlier"' }, undefined, true);
    await scene.store.command('OPTIMIZE TABLE person_registers FINAL');
    assert.deepEqual(await folded('seat'), [{ value: '"page"', op: set, once: '', once_op: none }]);
    const rows = await read(
      "SELECT is_server, latest.value AS value FROM person_registers WHERE key = 'seat' ORDER BY is_server",
    );
    assert.deepEqual(rows, [
      { is_server: 0, value: '"page"' },
      { is_server: 1, value: '"backend"' },
    ]);
  });

  it('stores a repeated event once', async () => {
    const event = (ingestedAt: number) =>
      `INSERT INTO events (${columnsExcept(EVENTS).join(', ')}) SELECT 1, 90, toDateTime64('2030-01-02 03:04:05.123456789', 9, 'UTC'),
       toDateTime64(${ingestedAt}, 3), 'paid', 'ada', 'm1', 's', unhex('00000000000000000000000000000001'), 'prod', 'shop', '1.0',
       map('company', 'acme'), '{"$os":"x","n":{"deep":[1,2.5]},"total":12.5}'`;
    await scene.store.command(event(1_900_000_000));
    await scene.store.command(event(1_900_000_001));
    assert.deepEqual(
      await read(`SELECT event, toUnixTimestamp64Nano(timestamp) AS ns, groups['company'] AS company, JSONExtractFloat(properties, 'total') AS total,
                         JSONExtractRaw(properties, 'n', 'deep') AS deep, JSONExtractString(properties, '$os') AS os
                  FROM events FINAL WHERE project_number = 1 AND has(mapValues(groups), 'acme')`),
      [{ event: 'paid', ns: '1893553445123456789', company: 'acme', total: 12.5, deep: '[1,2.5]', os: 'x' }],
    );
  });

  it('maps each distinct ID by its newest version', async () => {
    await scene.store.command("INSERT INTO person_overrides SELECT 1, 'anon', 'ada', 2");
    await scene.store.command("INSERT INTO person_overrides SELECT 1, 'anon', 'anon', 1");
    assert.deepEqual(
      await read('SELECT canonical_distinct_id AS id FROM person_overrides FINAL WHERE project_number = 1'),
      [{ id: 'ada' }],
    );
  });

  it('records when a distinct ID and a group were first and last seen', async () => {
    for (const [at, identified] of [
      [10, 0],
      [5, 1],
      [7, 0],
    ]) {
      await scene.store.command(
        `INSERT INTO person_seen SELECT 1, 'ada', toDateTime64(${at}, 9), toDateTime64(${at}, 9), ${identified}, 'p'`,
      );
      await scene.store.command(
        `INSERT INTO group_seen SELECT 1, 'company', 'acme', toDateTime64(${at}, 9), toDateTime64(${at}, 9)`,
      );
    }
    for (const table of ['person_seen', 'group_seen']) {
      assert.deepEqual(
        await read(
          `SELECT toUnixTimestamp(min(first_seen)) AS first, toUnixTimestamp(max(last_seen)) AS last FROM ${table} WHERE project_number = 1`,
        ),
        [{ first: 5, last: 10 }],
      );
    }
    assert.deepEqual(
      await read("SELECT max(is_identified) AS known FROM person_seen WHERE startsWith(person_id, 'p')"),
      [{ known: 1 }],
    );
  });
});
