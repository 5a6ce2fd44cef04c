/**
 * Prints the published operations as JSON, read from the YAML list that defines them:
 * `node scripts/read-operations.mjs <file> > src/testing/operations.json`. `operations.spec.ts` compares every operation with the JSON.
 */
import { readFileSync } from 'node:fs';

/** `- [id, METHOD, path below /api/v1, scope, …]`, any of them in quotes. */
const LINE = /^- \[([^,]+), ([A-Z]+), "?(\/[^",]*)"?, "?([a-z_:-]+)"?,/gm;

const operations = [...readFileSync(process.argv[2], 'utf8').matchAll(LINE)].map(([, id, method, path, scope]) => [
  id,
  { method, path, scope: scope === '-' ? null : scope },
]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(operations), null, 2)}\n`);
