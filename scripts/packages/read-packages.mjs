import { readFileSync } from 'node:fs';
import path from 'node:path';
import { trackedFiles } from '../graph.mjs';
import { ROOT } from '../tools.mjs';

/** Folders that hold no domain. */
const HELPERS = new Set(['gen', 'int', 'testing']);

/**
 * Reads every package below apps/ and libs/ as `{ path, description, layer, folders }`. Folders are paths below src, of the first two
 * levels, sorted.
 */
export function readPackages() {
  const files = trackedFiles('apps', 'libs');
  return files
    .filter((file) => /^(apps|libs)\/[^/]+\/package\.json$/.test(file))
    .map((file) => {
      const { description, nx } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
      const layer = nx?.tags?.find((tag) => tag.startsWith('layer:'))?.slice('layer:'.length);
      return { path: path.dirname(file), description, layer, folders: readFolders(path.dirname(file), files) };
    });
}

function readFolders(name, files) {
  const folders = new Set();
  for (const file of files.filter((each) => each.startsWith(`${name}/src/`))) {
    const parts = file.split('/').slice(3, -1);
    if (parts.slice(0, 2).some((part) => HELPERS.has(part))) continue;
    for (let levels = 1; levels <= Math.min(parts.length, 2); levels += 1)
      folders.add(parts.slice(0, levels).join('/'));
  }
  return [...folders].toSorted();
}
