import { createHash } from 'node:crypto';
import { invalidField } from '@svc/service-error';
import { LIMITS } from './limits.js';

/** The key of an alert that its labels identify: the same for the same labels in any order. */
export function keyOfLabels(labels: ReadonlyMap<string, string>): string {
  return hash([...labels].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The key of an alert that was sent without one: the same for the same content. */
export function keyOfContent(parts: readonly string[]): string {
  return hash(parts);
}

/** A key that was sent. It is compared and stored as it is. @throws ServiceError invalid_request that names the field. */
export function checkKey(key: string, path: string): string {
  if (key.trim() === '') throw invalidField(path, 'is required');
  if (key.length > LIMITS.dedupKey) throw invalidField(path, `must have at most ${LIMITS.dedupKey} characters`);
  if (/\p{Cc}|\p{Cs}/u.test(key)) throw invalidField(path, 'must have no control characters');
  return key;
}

/** SHA-256 of the JSON, in hexadecimal. */
function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
