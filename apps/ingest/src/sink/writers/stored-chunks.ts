import type { ColumnStore } from '@svc/columnar';
import type { ChunkRecord } from '@svc/recordings';
import type { ChunkPlace } from '@svc/replay';

/** The rows of chunks by the key of the table, whose index a subquery uses and an array does not. Arrays of equal length have the keys. */
const STORED = `SELECT project_number, session_id, window_id, seq, groupUniqArray(toString(toUnixTimestamp64Milli(ingested_at))) AS received
FROM replay_blocks
WHERE (project_number, toDate(timestamp), session_id, window_id, seq) IN (
  SELECT key.1, toDate(toDateTime(key.2)), key.3, key.4, key.5
  FROM (SELECT arrayJoin(arrayZip({projects:Array(UInt32)}, {starts:Array(UInt32)}, {sessions:Array(String)}, {windows:Array(String)},
    {seqs:Array(UInt32)})) AS key))
GROUP BY project_number, session_id, window_id, seq`;
const LIMITS = {
  timeoutMs: 30_000,
  maxRowsToRead: 100_000_000,
  maxResultRows: 100_000,
  maxMemoryBytes: 512 * 1024 * 1024,
};
/**
 * The writer of a partition itself recognizes what is sent again within ten minutes, so sessions that began less than half of that before
 * have nothing that it does not recognize.
 */
const YOUNG_MS = 5 * 60_000;
/**
 * Places that are looked up at a time, and the bytes of their IDs. A server refuses a parameter above 128 KiB (http_max_field_value_size),
 * and then for ever, because the same block is attempted again.
 */
const MAX_PLACES = 200;
const MAX_ID_BYTES = 64 * 1024;

interface StoredChunk {
  readonly project_number: number;
  readonly session_id: string;
  readonly window_id: string;
  readonly seq: number;
  readonly received: readonly string[];
}

/**
 * Finds the chunks of a block that take a place of their own. The rows of a place would be merged into one, but the figures of the session
 * are sums of all that were ever inserted. A row of the place that was received at the same time is that of the chunk itself, from an
 * attempt that failed; the store then ignores it by the token of the block, or completes what the views lack.
 */
export async function dropStored<Item extends { readonly chunk: ChunkRecord }>(
  columnStore: ColumnStore,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<Item[]> {
  const stored = await findStored(
    columnStore,
    items.map(({ chunk }) => chunk).filter((chunk) => chunk.receivedAtMs - chunk.startedAtMs > YOUNG_MS),
    signal,
  );
  const taken = new Set<string>();
  return items.filter(({ chunk }) => {
    const name = placeName(chunk.projectNumber, chunk.place.sessionId, chunk.place.windowId, chunk.place.seq);
    const isOther = stored.get(name)?.some((received) => received !== String(chunk.receivedAtMs)) ?? false;
    if (isOther || taken.has(name)) return false;
    taken.add(name);
    return true;
  });
}

/** The times at which the stored chunks of places were received, in milliseconds since 1970. */
async function findStored(
  columnStore: ColumnStore,
  chunks: readonly ChunkRecord[],
  signal: AbortSignal,
): Promise<Map<string, readonly string[]>> {
  const stored = new Map<string, readonly string[]>();
  for (const some of lookUps(chunks)) {
    const rows = await columnStore.query<StoredChunk>({
      sql: STORED,
      parameters: {
        projects: some.map(({ projectNumber }) => projectNumber),
        starts: some.map(({ startedAtMs }) => Math.floor(startedAtMs / 1_000)),
        sessions: some.map(({ place }) => place.sessionId),
        windows: some.map(({ place }) => place.windowId),
        seqs: some.map(({ place }) => place.seq),
      },
      limits: LIMITS,
      lane: 'background',
      signal,
    });
    for (const row of rows)
      stored.set(placeName(row.project_number, row.session_id, row.window_id, row.seq), row.received);
  }
  return stored;
}

/** Divides chunks into those that one query can look up. */
export function* lookUps<Chunk extends { readonly place: Pick<ChunkPlace, 'sessionId' | 'windowId'> }>(
  chunks: readonly Chunk[],
): Generator<Chunk[]> {
  let some: Chunk[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    const ofChunk = idBytes(chunk.place.sessionId) + idBytes(chunk.place.windowId);
    if (some.length === MAX_PLACES || (some.length > 0 && bytes + ofChunk > MAX_ID_BYTES)) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(chunk);
    bytes += ofChunk;
  }
  if (some.length > 0) yield some;
}

/** The bytes of an ID in a parameter, where it is quoted, and a character can be escaped twice. */
function idBytes(id: string): number {
  const escapes = id.match(/[^\w-]/g)?.length ?? 0;
  return Buffer.byteLength(id) + 3 * escapes + 3;
}

function placeName(...place: readonly [project: number, session: string, window: string, seq: number]): string {
  return JSON.stringify(place);
}
