import assert from 'node:assert/strict';
import { INGEST_TABLES, LOGS, TRACE_SUMMARIES } from '@svc/columnar';
import { ServiceError } from '@svc/service-error';
import { render, sql } from '@svc/tables/sql';
import { testScope } from '../testing/index.js';
import { deletedRows } from './delete.js';

const during = { from: 0n, to: 1n };
const isInternal = (error: unknown): boolean => error instanceof ServiceError && error.code === 'internal';

describe('deletedRows', () => {
  it('deletes inside one project, whatever the table', () => {
    for (const from of [...INGEST_TABLES, TRACE_SUMMARIES]) {
      const { sql: rendered, parameters } = render(
        deletedRows({ from, scope: testScope(41), during, where: [sql`1 = 1`] }),
      );
      assert.match(rendered, /^project_number = \{p1:UInt32\}\n {2}AND /);
      assert.equal(parameters['p1'], 41);
    }
  });

  it('requires a time range for a table that has a time', () => {
    assert.throws(() => deletedRows({ from: LOGS, scope: testScope(1), where: [sql`1 = 1`] }), isInternal);
  });

  it('requires a condition', () => {
    for (const where of [[], [undefined]]) {
      assert.throws(() => deletedRows({ from: LOGS, scope: testScope(1), during, where }), isInternal);
    }
  });
});
