import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Modules that cost more than the rest of a start: Unicode tables and parts of Node that few commands use. */
const LATE = [
  'string-width',
  'node:crypto',
  'node:child_process',
  'node:http',
  '@napi-rs/keyring',
  'write-file-atomic',
];

/** Collects the modules that a compiled module imports before its first line runs, directly and through others. */
function staticImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^;]*?from '([^']+)';$/gm)) {
    const imported = name.startsWith('.') ? path.join(path.dirname(file), name) : name;
    if (seen.has(imported)) continue;
    seen.add(imported);
    if (name.startsWith('.')) staticImports(imported, seen);
  }
  return seen;
}

it('loads no module at the start of the client that only some commands need', () => {
  const loaded = staticImports(path.join(import.meta.dirname, 'main.js'));
  assert.ok(loaded.size > 50, 'the imports are found');
  assert.deepEqual(
    LATE.filter((name) => loaded.has(name)),
    [],
  );
  const files = [...loaded].map((name) => path.basename(name));
  assert.ok(files.includes('operations.js'), 'the generated tables are found');
  assert.ok(!files.includes('bodies.js'), 'the fields of bodies are loaded by help only');
});
