import assert from 'node:assert/strict';
import { LOGS, SPANS } from '@svc/columnar';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { compileSearch } from '../search-language/index.js';
import { select, sql } from '../statement/index.js';
import { ampleBudget, testScope } from '../testing/index.js';
import { LOG_FIELDS } from './log-fields.js';
import { SPAN_FIELDS } from './span-fields.js';

const START = 1_795_200_000_000_000_000n;
const ROWS = 100_000;

describe('a search for a renamed attribute', () => {
  const scope = testScope(1);
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    for (const [table, columns] of [
      ['logs', 'record_id'],
      ['spans', 'span_id'],
    ] as const) {
      // Three names by turns, each row with a value of its own.
      await engine.store.command(
        `INSERT INTO ${table} (project_number, retention_days, timestamp, ${columns}, attributes)
         SELECT 1, 30, fromUnixTimestamp64Nano(toInt64({start:Int64} + number * 1000000)), toFixedString(hex(number), 8),
           map(['server.address', 'net.peer.name', 'app.host'][number % 3 + 1], concat('host-', toString(number)))
         FROM numbers({rows:UInt64}) SETTINGS max_insert_threads = 1`,
        { start: START, rows: ROWS },
      );
    }
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  /** The number of rows that a search finds, and the granules that the index leaves of those of the table. */
  const search = async (q: string, table: typeof LOGS | typeof SPANS) => {
    const counted = select({
      columns: sql`count() AS found`,
      from: table,
      scope,
      during: { from: START, to: START + BigInt(ROWS) * 1_000_000n },
      where: [compileSearch(q, table === LOGS ? LOG_FIELDS : SPAN_FIELDS, scope)],
    });
    const read = (statement: typeof counted) =>
      engine.store.query<{ found?: string; explain?: string }>(ampleBudget().statement(statement));
    const [[row], plan] = await Promise.all([read(counted), read(sql`EXPLAIN indexes = 1 ${counted}`)]);
    const lines = plan.map(({ explain = '' }) => explain.trim());
    const granules = lines.slice(lines.indexOf('Name: attribute_values')).find((line) => line.startsWith('Granules'));
    const [, left, all] = /^Granules: (\d+)\/(\d+)$/.exec(granules ?? '') ?? [];
    return { found: Number(row?.found), left: Number(left), all: Number(all) };
  };

  for (const table of [LOGS, SPANS]) {
    it(`skips as much of the ${table.name} by the index of values as one for any other attribute`, async () => {
      const other = await search('app.host:host-50000', table);
      assert.deepEqual([other.found, other.left < other.all / 2], [1, true], JSON.stringify(other));
      for (const name of ['server.address', 'net.peer.name', 'attributes.net.host.name', 'attributes.server.address']) {
        for (const value of ['host-49999', 'host-49998', 'absent']) {
          const { found, left, all } = await search(`${name}:${value}`, table);
          assert.equal(found, value === 'absent' ? 0 : 1, `${name}:${value}`);
          assert.ok(all === other.all && left <= other.left + 4, `${name}:${value} reads ${left} of ${all} granules`);
        }
      }
    });

    it(`excludes ${table.name} with the value under any of the names`, async () => {
      const { found } = await search('-net.host.name:host-49999 -net.host.name:host-49998', table);
      assert.equal(found, ROWS - 2);
      assert.equal((await search('-net.host.name:*', table)).found, Math.floor(ROWS / 3));
    });
  }
});
