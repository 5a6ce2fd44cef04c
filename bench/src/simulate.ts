/**
 * The tables of docs/scaling.md: `node dist/simulate.js` prints them, and with `--write` puts them into the page.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { insertTables, SCALING_PAGE } from './simulator/page.js';
import { tables } from './simulator/tables.js';

if (process.argv.includes('--write')) {
  await writeFile(SCALING_PAGE, insertTables(await readFile(SCALING_PAGE, 'utf8'), tables()));
} else for (const [name, text] of tables()) process.stdout.write(`${name}\n\n${text}\n\n`);
