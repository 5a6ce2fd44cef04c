import assert from 'node:assert/strict';
import type { ColumnStore } from '@svc/columnar';
import { LOGS } from '@svc/tables';
import { select, sql, uint32, type Sql } from '../statement/index.js';
import { readerOf, scopeOf } from '../testing/index.js';

/** A reader refuses before it asks its store, so the store of these tests only tells whether it was asked. */
function storeThatTells() {
  const asked: string[] = [];
  const query = (statement: { readonly sql: string }) => Promise.resolve([asked.push(statement.sql)]);
  return { asked, store: { query } as unknown as ColumnStore };
}

const countOf = (project: number): Sql =>
  select({ from: LOGS, scope: scopeOf(project), during: { from: 0n, to: 1n }, columns: sql`count()` });

describe('a reader of a project', () => {
  it('reads statements that were built for the project, also inside others', async () => {
    const { asked, store } = storeThatTells();
    const reader = readerOf(store, 1);
    await reader.rows(countOf(1));
    await reader.rows(sql`SELECT * FROM (${countOf(1)}) UNION ALL ${countOf(1)}`);
    assert.equal(asked.length, 2);
  });

  it('refuses a statement of another project', () => {
    const { asked, store } = storeThatTells();
    assert.throws(() => readerOf(store, 1).rows(countOf(2)), { code: 'internal' });
    assert.equal(asked.length, 0);
  });

  it('refuses a statement that is bound to no project, whatever conditions its text has', () => {
    const { asked, store } = storeThatTells();
    const statement = sql`SELECT count() FROM logs WHERE project_number = ${uint32(1)}`;
    assert.throws(() => readerOf(store, 1).rows(statement), { code: 'internal' });
    assert.equal(asked.length, 0);
  });

  it('cannot be given a statement of two projects', () => {
    assert.throws(() => sql`${countOf(1)} UNION ALL ${countOf(2)}`, TypeError);
  });
});
