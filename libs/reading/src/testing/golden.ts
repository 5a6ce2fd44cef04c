import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { render, type Sql } from '../statement/index.js';

/**
 * Compares statements with `<name>.golden.sql` next to `<name>.spec.ts`, so that a changed statement shows up as a
 * changed file. With UPDATE_GOLDEN=1 it writes the file instead.
 */
export function checkGolden(specUrl: string, statements: Readonly<Record<string, Sql>>): void {
  const source = fileURLToPath(specUrl).replace('/dist/', '/src/');
  const file = source.replace(/\.spec\.js$/, '.golden.sql');
  const content = Object.entries(statements)
    .map(([title, statement]) => `-- ${title}\n${print(statement)}`)
    .join('\n');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, content);
  assert.equal(content, readFileSync(file, 'utf8'));
}

function print(statement: Sql): string {
  const { sql, parameters } = render(statement);
  const values = Object.entries(parameters).map(
    ([name, value]) =>
      `--   ${name} = ${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))}`,
  );
  return [sql, ...values, ''].join('\n');
}
