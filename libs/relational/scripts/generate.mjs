/**
 * Generates the Prisma client into src/gen: `node libs/relational/scripts/generate.mjs [--force]`. Works offline; does nothing
 * if neither the schema nor Prisma has changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PACKAGE, SCHEMA, schemaFiles } from './schema.mjs';

const STAMP = path.join(PACKAGE, 'src/gen/.stamp');
const manifest = createRequire(import.meta.url).resolve('prisma/package.json');

const stamp = createHash('sha256').update(readFileSync(manifest)).update(JSON.stringify(schemaFiles())).digest('hex');
const current = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;
if (!current || process.argv.includes('--force')) {
  generate();
  writeFileSync(STAMP, stamp);
}

function generate() {
  const cli = path.join(path.dirname(manifest), 'build/index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'generate', '--schema', SCHEMA], {
    cwd: PACKAGE,
    encoding: 'utf8',
    env: {
      ...process.env,
      // Any existing file: generation never runs the engine, but would try to download a missing one.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exit(1);
  }
}
