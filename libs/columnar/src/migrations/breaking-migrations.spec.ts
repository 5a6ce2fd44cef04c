import assert from 'node:assert/strict';
import { findBreakingStatements, mayBreak } from '@svc/migrations';
import { MIGRATIONS } from './index.js';
import { renderMigration } from './render.js';

it('no migration of the column store breaks the version before it unless its name says which version it needs', () => {
  const breaking = MIGRATIONS.filter(({ name }) => !mayBreak(name)).flatMap((migration) =>
    findBreakingStatements(renderMigration(migration, 'cluster', 'svc').join(';\n')).map(
      ({ statement, what }) => `${migration.name}: ${statement}: ${what}`,
    ),
  );
  assert.deepEqual(breaking, []);
});
