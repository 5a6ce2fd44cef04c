import assert from 'node:assert/strict';
import { INGEST_TABLES, LOGS, SERVICE_MINUTES, TRACE_SUMMARIES, type TableDefinition } from '@svc/columnar';
import { ServiceError } from '@svc/service-error';
import { render, sql } from '@svc/tables/sql';
import { testScope } from '../testing/index.js';
import { Scope, type ProjectIdentity } from './scope.js';
import { select } from './select.js';

const during = { from: 0n, to: 1n };
const isInternal = (error: unknown): boolean => error instanceof ServiceError && error.code === 'internal';

describe('select', () => {
  it('requires a project', () => {
    const incomplete: (ProjectIdentity | undefined)[] = [
      undefined,
      { id: '', number: 1, retentionDays: 1 },
      { id: 'p', number: 0, retentionDays: 1 },
      { id: 'p', number: -1, retentionDays: 1 },
      { id: 'p', number: 1.5, retentionDays: 1 },
      { id: 'p', number: Number.NaN, retentionDays: 1 },
    ];
    for (const project of incomplete) assert.throws(() => Scope.of(project), isInternal);
  });

  it('reads inside one project, whatever the table', () => {
    for (const from of [...INGEST_TABLES, TRACE_SUMMARIES, SERVICE_MINUTES]) {
      const { sql: rendered, parameters } = render(select({ columns: sql`1`, from, scope: testScope(41), during }));
      assert.match(rendered, new RegExp(`FROM ${from.name}\nWHERE project_number = \\{p1:UInt32\\}`));
      assert.equal(parameters['p1'], 41);
    }
  });

  it('refuses a table that has a time without a range', () => {
    for (const from of [LOGS, TRACE_SUMMARIES, SERVICE_MINUTES]) {
      assert.throws(() => select({ columns: sql`1`, from, scope: testScope(1) }), isInternal);
    }
  });

  it('refuses an undeclared table', () => {
    const from: TableDefinition = { ...LOGS, name: 'system.tables' };
    assert.throws(() => select({ columns: sql`1`, from, scope: testScope(1), during }), isInternal);
  });
});
