// Generates everything that derives from the protos, in order: code, index and comments, the OpenAPI document, the operations of
// the client, the types of the console and its table of commands. Then writes the lists of packages in the documentation. The results are
// committed; the gates run this again and refuse a difference.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CONTRACT = join(ROOT, 'libs/contract');
const BIN = join(CONTRACT, 'node_modules/.bin');

run(process.execPath, ['scripts/generate.mjs'], CONTRACT);
run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-b', 'libs/contract'], ROOT);
await writeOpenApi();
run(process.execPath, ['scripts/gen-operations.mjs'], join(ROOT, 'apps/cli'));
run(process.execPath, ['scripts/gen-api.mjs'], join(ROOT, 'apps/console'));
run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-b', 'apps/cli'], ROOT);
run(process.execPath, ['scripts/gen-commands.mjs'], join(ROOT, 'apps/console'));
run(process.execPath, ['scripts/packages/write-package-lists.mjs'], ROOT);

async function writeOpenApi() {
  const { openApiDocument } = await import(pathToFileURL(join(CONTRACT, 'dist/index.js')).href);
  // Recorded by `e2e/src/reference` from a running service.
  const examples = JSON.parse(readFileSync(join(CONTRACT, 'examples.json'), 'utf8'));
  const document = openApiDocument(undefined, undefined, examples);
  writeFileSync(join(ROOT, 'apps/gateway/assets/docs/openapi.json'), JSON.stringify(document, null, 2) + '\n');
}

/** buf finds its plugins on PATH. */
function run(command, args, cwd) {
  const path = [BIN, process.env.PATH].join(delimiter);
  execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path } });
}
