import { createHash } from 'node:crypto';

/**
 * The public ID of a person: the UUID version 5 of its canonical distinct ID, in the namespace of its project. Every
 * process computes the same one, so it need not be agreed upon or stored.
 */
export function personId(projectId: string, canonicalDistinctId: string): string {
  const namespace = Buffer.from(projectId.replaceAll('-', ''), 'hex');
  if (namespace.length !== 16) throw new TypeError('The project ID is not a UUID.');
  const bytes = createHash('sha1').update(namespace).update(canonicalDistinctId, 'utf8').digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
