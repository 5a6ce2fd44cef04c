import { invalidField } from '@svc/service-error';

const KEY = /^[A-Za-z0-9._=-]{1,200}(\/[A-Za-z0-9._=-]{1,200})*$/;
const PREFIX = /^[A-Za-z0-9._=/-]*$/;
const MAX_KEY = 512;

/** Rejects an invalid key. A valid key cannot escape a directory: no segment is empty, `.` or `..`. */
export function checkKey(key: string): void {
  if (key.length <= MAX_KEY && KEY.test(key) && !isTraversal(key)) return;
  throw invalidField('key', 'must be segments of letters, digits, ".", "_", "-" or "=", joined by "/"');
}

/** Rejects an invalid prefix. A prefix may end within a segment or with a slash. */
export function checkPrefix(prefix: string): void {
  const wellFormed =
    prefix.length <= MAX_KEY && PREFIX.test(prefix) && !prefix.startsWith('/') && !prefix.includes('//');
  if (wellFormed && !isTraversal(prefix.slice(0, prefix.lastIndexOf('/') + 1))) return;
  throw invalidField('prefix', 'must be the beginning of a key');
}

function isTraversal(path: string): boolean {
  return path.split('/').some((segment) => segment === '.' || segment === '..');
}
