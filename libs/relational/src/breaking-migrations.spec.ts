import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findBreakingStatements, mayBreak } from '@svc/migrations';
import { MIGRATIONS } from './migrate.js';

/** The last migration from before upgrades without an interruption. */
const LAST_BEFORE = '20261123010919_member_versions';

it('no migration of Postgres breaks the previous version unless its name contains the required version', () => {
  const names = readdirSync(MIGRATIONS, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name > LAST_BEFORE && !mayBreak(entry.name) ? [entry.name] : [],
  );
  const breaking = names.flatMap((name) =>
    findBreakingStatements(readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8')).map(
      ({ statement, what }) => `${name}: ${statement}: ${what}`,
    ),
  );
  assert.deepEqual(breaking, []);
});
