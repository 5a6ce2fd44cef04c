import assert from 'node:assert/strict';
import { listTableExceptions, readTables, tableUses } from './tables.mjs';

const SCHEMA = `// Owner: apps/query (issues). Rows of merged issues stay.

/// Errors that have the same cause.
// Read by: apps/alerting (whether an issue exists).
// Changed by: apps/admin (the command \`issue\`).
model Issue {
  id String @id

  @@map("issues")
}

// Owner: libs/work.

model Job {
  @@map("jobs")
}
`;

const tables = readTables(SCHEMA);
const ADMIN = { name: 'apps/admin', texts: new Map([['issue.ts', 'client.issue.update({})']]) };
const READER = { name: 'apps/alerting', texts: new Map([['a.ts', 'tx.issue.findMany({})']]) };
const violations = (name, texts) => tableUses([ADMIN, READER, { name, texts: new Map(Object.entries(texts)) }], tables);

describe('readTables', () => {
  it('takes the owner from the last comment above a model, and the exceptions from the comments before the model', () => {
    assert.deepEqual(
      tables.map(({ table, client, owner, exceptions }) => [table, client, owner, [...exceptions.keys()]]),
      [
        ['issues', 'issue', 'apps/query', ['apps/alerting', 'apps/admin']],
        ['jobs', 'job', 'libs/work', []],
      ],
    );
  });
});

describe('tableUses', () => {
  it('permits everything to the owner, and to others what an exception names', () => {
    assert.deepEqual(
      violations('apps/query', { 'a.ts': 'tx.issue.create({}); tx.$executeRaw`UPDATE issues SET x = 1`' }),
      [],
    );
  });

  it.each([
    ['a method of the client', 'tx.job.findMany({})', 'reads'],
    ['a method of a part of the client', 'const { job } = tx;\njob\n  .count()', 'reads'],
    ['a table in SQL', 'SELECT id\n  FROM jobs', 'reads'],
    ['a joined table', 'FROM issues i JOIN jobs j ON true', 'reads'],
    ['a method that writes', 'tx.job.upsert({})', 'changes'],
    ['SQL that writes', 'DELETE FROM jobs', 'changes'],
    ['SQL that reads and writes', 'SELECT 1 FROM jobs; INSERT INTO jobs', 'changes'],
  ])('reports %s of another package', (_, text, verb) => {
    assert.deepEqual(violations('apps/alerting', { 'b/c.ts': text }), [
      `owner apps/alerting: b/c.ts ${verb} jobs, which libs/work owns`,
    ]);
  });

  it('reports a write where the exception permits reading', () => {
    assert.deepEqual(violations('apps/alerting', { 'b.ts': 'tx.issue.deleteMany()' }), [
      'owner apps/alerting: b.ts changes issues, which apps/query owns',
    ]);
  });

  it('ignores specs, fixtures, testing folders, and names that are no tables', () => {
    const text = 'tx.job.findMany({})';
    const ignored = { 'a.spec.ts': text, 'a.fixture.ts': text, 'testing/a.ts': text };
    const others = { 'b.ts': 'this.jobs.create(x); hash.update(x); // from jobs' };
    assert.deepEqual(violations('apps/alerting', { ...ignored, ...others }), []);
  });

  it('reports an exception that nothing uses, and a table without an owner', () => {
    assert.deepEqual(tableUses([ADMIN], [...tables, ...readTables('model Flag {\n}')]), [
      'owner: no comment names the owner of Flag',
      'owner: the schema has an exception that is not used: apps/alerting issues',
    ]);
  });
});

describe('listTableExceptions', () => {
  it('lists who uses tables of others, and why', () => {
    assert.equal(
      listTableExceptions(tables),
      '- `apps/admin` changes `issues` of `apps/query`: the command `issue`\n' +
        '- `apps/alerting` reads `issues` of `apps/query`: whether an issue exists',
    );
  });
});
