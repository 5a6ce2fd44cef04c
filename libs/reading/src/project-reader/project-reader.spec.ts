import assert from 'node:assert/strict';
import type { ColumnStore } from '@svc/columnar';
import { LOGS } from '@svc/tables';
import { select, sql, uint32, type Sql } from '../statement/index.js';
import { testReader, testScope } from '../testing/index.js';

/**
 * A reader rejects a statement before it calls its store, so the store of these tests only records whether it was
 * called.
 */
function recordingStore() {
  const asked: string[] = [];
  const query = (statement: { readonly sql: string }) => Promise.resolve([asked.push(statement.sql)]);
  return { asked, store: { query } as unknown as ColumnStore };
}

const selectCount = (project: number): Sql =>
  select({ from: LOGS, scope: testScope(project), during: { from: 0n, to: 1n }, columns: sql`count()` });

describe('ProjectReader', () => {
  it('reads statements that were built for the project, also inside others', async () => {
    const { asked, store } = recordingStore();
    const reader = testReader(store, 1);
    await reader.rows(selectCount(1));
    await reader.rows(sql`SELECT * FROM (${selectCount(1)}) UNION ALL ${selectCount(1)}`);
    assert.equal(asked.length, 2);
  });

  it('refuses a statement of another project', () => {
    const { asked, store } = recordingStore();
    assert.throws(() => testReader(store, 1).rows(selectCount(2)), { code: 'internal' });
    assert.equal(asked.length, 0);
  });

  it('refuses a statement that is bound to no project, whatever conditions its text has', () => {
    const { asked, store } = recordingStore();
    const statement = sql`SELECT count() FROM logs WHERE project_number = ${uint32(1)}`;
    assert.throws(() => testReader(store, 1).rows(statement), { code: 'internal' });
    assert.equal(asked.length, 0);
  });

  it('refuses to combine statements of two projects', () => {
    assert.throws(() => sql`${selectCount(1)} UNION ALL ${selectCount(2)}`, TypeError);
  });
});
