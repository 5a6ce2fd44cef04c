import { createHash } from 'node:crypto';

/** What makes two requests the same request. */
export interface FingerprintedRequest {
  readonly operation: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  /** The arguments as JSON, without the key itself and without what only selects the project. */
  readonly body: unknown;
}

/** SHA-256 of the request; the order of an object's members does not count, that of a list does. */
export function fingerprint({ operation, path, body }: FingerprintedRequest): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([operation, path, sorted(body)]);
  return new Uint8Array(createHash('sha256').update(text).digest());
}

/**
 * Objects become lists of their sorted members behind a marker: sorting the members of an object would not do, because
 * JavaScript puts those that look like numbers first and gives `__proto__` a meaning.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sorted)];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return ['object', ...members.map(([name, member]) => [name, sorted(member)])];
}
