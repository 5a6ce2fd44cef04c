/** Large values of prompts and answers of agents, one object each: rows of the column store have its key. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib';
import { deleteExpiredObjects, expiryDay } from './expiring.js';
import type { ObjectStore } from './port.js';

const compress = promisify(zstdCompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const FOLDER = 'agent-content';

/** The attribute of a span, or of one of its events, whose value it is. */
export interface AgentContentPlace {
  readonly projectNumber: number;
  readonly retentionDays: number;
  /** Milliseconds since 1970 at which the span started. */
  readonly startMs: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly event: number;
  readonly key: string;
}

/** The folder of the objects of one project, with the slash at its end. */
export const agentContentFolder = (projectNumber: number): string => `${FOLDER}/${projectNumber}/`;

/**
 * Stores the value of an attribute, compressed. The same value of the same attribute has the same key, so repeating it changes nothing.
 *
 * @returns the key of the object.
 * @throws ServiceError unavailable
 */
export async function putAgentContent(
  objects: ObjectStore,
  place: AgentContentPlace,
  text: Uint8Array,
): Promise<string> {
  const key = keyOf(place, text);
  await objects.put(key, await compress(text, LEVEL));
  return key;
}

/**
 * Reads a value, its first bytes only if it has more than `maxBytes`.
 *
 * @returns undefined if there is no such object.
 * @throws ServiceError unavailable
 */
export async function readAgentContent(
  objects: ObjectStore,
  key: string,
  maxBytes: number,
): Promise<string | undefined> {
  const body = await objects.get(key);
  if (!body) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop ends both streams, so a value that is much larger than its object is not decompressed to its end.
  for await (const chunk of pipeline(body.stream, createZstdDecompress(), ignoreEnd) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxBytes);
}

/** Deletes the objects of all projects whose rows have expired. @param now in milliseconds since 1970. @returns how many there were. */
export function deleteExpiredAgentContent(objects: ObjectStore, now: number, signal: AbortSignal): Promise<number> {
  return deleteExpiredObjects(objects, FOLDER, now, signal);
}

/** The loop over the last stream receives the error of any of them. */
const ignoreEnd = (): void => undefined;

/** The key has the day on which the rows of the span have expired, so that nothing else has to be asked about it. */
function keyOf({ projectNumber, retentionDays, startMs, ...place }: AgentContentPlace, text: Uint8Array): string {
  const expiry = expiryDay(startMs, retentionDays);
  const name = createHash('sha256')
    .update(JSON.stringify([place.spanId, place.event, place.key]))
    .update(text);
  return `${agentContentFolder(projectNumber)}${expiry}/${place.traceId}/${name.digest('hex').slice(0, 32)}`;
}
