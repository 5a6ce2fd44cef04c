import { gzipSync } from 'node:zlib';
import { eventually, type Topology } from '@svc/testing';
import { cutByTime, shopSession } from './shop-session.js';

/** The session of the recording of two hours. */
export const LONG_SESSION = 'two-hours';
export const LONG_MS = 2 * 3_600_000;
/** Recorders take a full snapshot every five minutes. */
const SNAPSHOT_MS = 300_000;

/**
 * Has a service record a session of two hours in 1,440 chunks, as ingestion redacts, encrypts and stores them, unless it has it already.
 * The same arguments result in the same bytes, so that an interrupted recording is continued.
 *
 * @param project the ID of the project that the chunks belong to.
 * @param end when the session ended, in seconds since 1970.
 * @throws Error if a chunk is not taken whole.
 */
export async function recordLongSession(topology: Topology, project: string, end: number): Promise<void> {
  const { httpUrl, apiKey } = topology;
  const chunks = longSession(end);
  const isStored = async (): Promise<boolean> => {
    const url = `${httpUrl}/api/v1/replay/${LONG_SESSION}?project_id=${project}`;
    const answer = await fetch(url, { headers: { 'x-svc-api-key': apiKey } });
    const { recording } = (await answer.json()) as { recording?: { chunk_count: number } };
    return recording?.chunk_count === chunks.length;
  };
  if (await isStored()) return;
  // One after the other, so that each is redacted with what is known of the page before it.
  for (const [seq, events] of chunks.entries()) await send(topology, seq, events);
  await eventually('the recording of two hours is stored', isStored);
}

/** A page that is loaded again every five minutes. */
function longSession(end: number): object[][] {
  const start = Math.floor((end * 1_000 - LONG_MS) / SNAPSHOT_MS) * SNAPSHOT_MS;
  const loads = Array.from({ length: LONG_MS / SNAPSHOT_MS }, (_, nth) => start + nth * SNAPSHOT_MS);
  return loads.flatMap((at) => cutByTime(shopSession(at, SNAPSHOT_MS)));
}

async function send({ ingestUrl, apiKey }: Topology, seq: number, events: readonly object[]): Promise<void> {
  const place = { session_id: LONG_SESSION, window_id: 'w1', distinct_id: 'ada', seq };
  const answer = await fetch(`${ingestUrl}/api/v1/replay`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(JSON.stringify({ ...place, sdk: 'rrweb 2.1.6', events }))),
  });
  const { accepted } = (await answer.json()) as { accepted?: number };
  if (accepted !== events.length)
    throw new Error(`chunk ${seq}: status ${answer.status}, ${accepted ?? 0} of ${events.length} events accepted`);
}
