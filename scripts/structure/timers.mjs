/**
 * Specs and the black-box suite do not wait for a fixed time: a slow machine makes such a test fail, or pass without a test. They wait with
 * `eventually` for a condition; `settle` and `pace` of @svc/test-servers are the two exceptions, and each of their uses has a name.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';

const IMPORTED = /import\s*\{[^}]*\bsetTimeout\b[^}]*\}\s*from\s*'(?:node:)?timers\/promises'/;
const PROMISED = /new Promise(?:<[^>]*>)?\(\s*\(?[^;]{0,40}?=>\s*\{?\s*(?:void )?(?:globalThis\.)?setTimeout\(/;

/**
 * Polling would disturb the idle event loop that this spec needs, and a helper that frees memory cannot import the
 * package of the helpers.
 */
const EXEMPT = new Set(['libs/observability/src/memory-at-rest.int.spec.ts']);

export function isSubject(file) {
  return !EXEMPT.has(file) && (/\.spec\.ts$/.test(file) || file.startsWith('e2e/src/'));
}

export function waitsForTime(text) {
  return IMPORTED.test(text) || PROMISED.test(text);
}

/** A rule about a package as the others; it reads the files itself, because they keep only imports of a file. */
export function timers({ name, files }) {
  return [...files.keys()]
    .map((file) => `${name}/src/${file}`)
    .filter((file) => isSubject(file) && waitsForTime(readFileSync(path.join(ROOT, file), 'utf8')))
    .map((file) => `timer ${name}: ${file} waits for a fixed time`);
}
