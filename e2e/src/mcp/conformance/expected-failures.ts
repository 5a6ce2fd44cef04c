import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';

/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const EXPECTED = path.resolve(import.meta.dirname, '../../../src/mcp/conformance/expected-failures.yaml');

/** The checks of each scenario that are expected to fail, with the reason. */
export async function readExpectedFailures(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  return parse(await readFile(EXPECTED, 'utf8')) as Record<string, Record<string, string>>;
}
