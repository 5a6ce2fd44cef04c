import { randomBytes } from 'node:crypto';

/**
 * Creates IDs for events without one: UUIDs version 7 of the time of receipt. The position in the request precedes the random
 * part, so that of two simultaneous events the later one in a request has the greater ID and its writes win.
 */
export function internalIds(receivedAtNs: bigint): (index: number) => string {
  const time = (receivedAtNs / 1_000_000n).toString(16).padStart(12, '0');
  const random = randomBytes(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = random.toString('hex');
  return (index) =>
    `${time.slice(0, 8)}-${time.slice(8, 12)}-7${index.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
