/**
 * Bundles the client into one file that runs on Node 20 and newer: `node scripts/bundle.mjs [--outfile=<path>]`.
 * Read by `npx svc` under whatever Node the machine has, so nothing in it may be newer than Node 20.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const PACKAGE = path.join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
const outfile = process.argv.find((argument) => argument.startsWith('--outfile='))?.slice('--outfile='.length);

await build({
  entryPoints: [path.join(PACKAGE, 'src', 'main.ts')],
  outfile: outfile ?? path.join(PACKAGE, 'dist', 'svc.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Native, and not needed where it is not installed.
  external: ['@napi-rs/keyring'],
  minify: true,
  legalComments: 'linked',
  define: { SVC_CLI_VERSION: JSON.stringify(version) },
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
});
