import assert from 'node:assert/strict';
import { findBreakingStatements, mayBreak } from '@svc/migrations';
import { MIGRATIONS } from './index.js';
import { renderMigration } from './render.js';

it('allows no migration of the column store that breaks the previous version unless its name says which version it needs', () => {
  const breaking = MIGRATIONS.filter(({ name }) => !mayBreak(name)).flatMap((migration) =>
    findBreakingStatements(renderMigration(migration, 'cluster', 'svc').join(';\n')).map(
      ({ statement, what }) => `${migration.name}: ${statement}: ${what}`,
    ),
  );
  assert.deepEqual(breaking, []);
});
