/**
 * Whether a session is recorded: the FNV-1a hash (32 bits) of the UTF-16 code units of its ID, divided by 2^32, is below the rate. All
 * pages and tabs of a session decide the same, and so does everybody who knows the ID. A session that is recorded at some rate is
 * recorded at each higher one.
 *
 * @param rate share of sessions, from 0 to 1.
 */
export function isSampled(sessionId: string, rate: number): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < sessionId.length; index++)
    hash = Math.imul(hash ^ sessionId.charCodeAt(index), 0x01000193);
  return (hash >>> 0) / 2 ** 32 < rate;
}
