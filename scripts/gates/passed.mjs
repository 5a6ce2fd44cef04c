/** Remembers passed checks by the hash of everything that their result depends on, in the cache of the user. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';
import { CACHE, replaceFile } from '../user-cache.mjs';

/** Hashes that no run has needed for this time are deleted. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/** @param check the name of the check; folder: where its hashes are. */
export function openPassed(check, folder = path.join(CACHE, 'passed')) {
  const file = path.join(folder, `${check}.json`);
  const known = readKnown(file);
  return {
    has: (hash) => known.has(hash),
    /** Notes that these have passed, or are needed still. */
    add(hashes) {
      const now = Date.now();
      // Another run may have written in the meantime.
      const merged = new Map([...readKnown(file), ...hashes.map((hash) => [hash, now])]);
      const kept = [...merged].filter(([, usedMs]) => now - usedMs < UNUSED_MS);
      replaceFile(file, JSON.stringify(Object.fromEntries(kept)));
    },
  };
}

function readKnown(file) {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}

export function toHash(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

export function readChecked(file) {
  return readFileSync(path.join(ROOT, file));
}
