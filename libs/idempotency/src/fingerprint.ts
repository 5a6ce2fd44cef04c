import { createHash } from 'node:crypto';

/** The parts of a request that identify it. */
export interface FingerprintedRequest {
  readonly operation: string;
  /** The path with its parameter values. */
  readonly path: string;
  /** The arguments as JSON, without the idempotency key and the selection of the project. */
  readonly body: unknown;
}

/** SHA-256 of the request; the order of object members is irrelevant, that of lists is not. */
export function fingerprint({ operation, path, body }: FingerprintedRequest): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([operation, path, sorted(body)]);
  return new Uint8Array(createHash('sha256').update(text).digest());
}

/**
 * Converts objects to lists of their sorted members after a marker: sorting the members of an object is not sufficient, because
 * JavaScript puts numeric names first and treats `__proto__` specially.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sorted)];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return ['object', ...members.map(([name, member]) => [name, sorted(member)])];
}
