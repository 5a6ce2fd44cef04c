import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { insertTables, SCALING_PAGE } from './page.js';
import { tables } from './tables.js';

it('docs/scaling.md shows what the simulation says: node dist/simulate.js --write', async () => {
  const page = await readFile(SCALING_PAGE, 'utf8');
  assert.equal(insertTables(page, tables()), page);
});
