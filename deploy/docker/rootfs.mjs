/**
 * Builds the root file systems of the images without Docker, with the scripts that the Dockerfile runs:
 * `node deploy/docker/rootfs.mjs <out> [target...]`. Prints the size of each, and fails where one is larger than 250 MB.
 *
 * The image `standalone` is not among them: it has the embedded stores, and a base with a shell, which Postgres needs.
 */
import { globSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withTools } from '../../scripts/tools.mjs';
import { writeBase } from './base.mjs';
import { copy, readBill, writeLayer } from './layer.mjs';
import { TARGETS } from './targets.mjs';

/** Maximum size of an image without the embedded engine, in bytes. */
export const MAX_BYTES = 250e6;

/** Resolves with the size of each root file system in bytes, by the name of the target. */
export async function buildRootFileSystems(out, names) {
  const base = path.join(out, 'base');
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  writeBase(base);
  const bill = readBill();
  const sizes = new Map();
  for (const name of names) {
    const root = path.join(out, name);
    rmSync(root, { recursive: true, force: true });
    for (const file of listFiles(base)) copy(path.join(base, file), path.join(root, file));
    for (const folder of ['dev', 'proc', 'sys', 'tmp']) mkdirSync(path.join(root, folder), { recursive: true });
    await writeLayer(name, root, bill);
    sizes.set(
      name,
      listFiles(root).reduce((sum, file) => sum + lstatSync(path.join(root, file)).size, 0),
    );
  }
  return sizes;
}

/** Files and links below a folder. */
export function listFiles(folder) {
  return globSync('**/*', { cwd: folder }).filter((file) => !lstatSync(path.join(folder, file)).isDirectory());
}

if (process.argv[1] === import.meta.filename)
  await withTools(import.meta.url, async () => {
    const [out, ...given] = process.argv.slice(2);
    if (out === undefined) throw new Error('usage: rootfs.mjs <out> [target...]');
    const names = given.length > 0 ? given : Object.keys(TARGETS).filter((name) => name !== 'standalone');
    const sizes = await buildRootFileSystems(path.resolve(out), names);
    for (const [name, bytes] of sizes) console.log(`${name.padEnd(14)}${(bytes / 1e6).toFixed(1).padStart(7)} MB`);
    const large = [...sizes].filter(([, bytes]) => bytes > MAX_BYTES);
    for (const [name] of large) console.error(`${name} is larger than ${MAX_BYTES / 1e6} MB`);
    if (large.length > 0) process.exitCode = 1;
  });
