/**
 * Measures what recordings cost on one thread: `node dist/cost/replay.js [seconds] [file]`. Reads, redacts and packs chunks (`prepare`),
 * and how many bytes an event takes (`bytes_event`). Events are those of a session on a page of a shop, or of a file: a JSON array of
 * events of rrweb.
 */
import { readFileSync } from 'node:fs';
import { guessPlace, prepareChunk, type RecordedEvent } from '@svc/replay';
import { cutByTime, shopSession } from '../data/shop-session.js';
import { printer } from '../figures/figure.js';

const SECONDS = Number(process.argv[2] ?? 3);
const FILE = process.argv[3];
/** Decoded bytes of a chunk. */
const CHUNK_BYTES = 20_000;
/** Chunks a second on one core, and bytes of an event as it is stored: with snapshots, and for increments alone. */
const GOALS = { chunks: 800, bytes: 60, incremental: 40 } as const;
const START = 1_790_000_000_000;
const LENGTH_MS = 120_000;

const print = printer({
  seconds: SECONDS,
  chunkBytes: CHUNK_BYTES,
  events: FILE === undefined ? 'synthetic' : 'recorded',
});
const events =
  FILE === undefined ? shopSession(START, LENGTH_MS) : (JSON.parse(readFileSync(FILE, 'utf8')) as RecordedEvent[]);
const place = { session_id: 's', window_id: 'w', distinct_id: 'ada' };
const toBody = (seq: number, chunk: readonly object[]) => Buffer.from(JSON.stringify({ ...place, seq, events: chunk }));

const incremental = events.filter(({ type }) => type === 3);
const bodies = chunksOf(incremental).map((chunk, seq) => toBody(seq, chunk));
const first = prepareFirst();
const { perSecond, megabytes } = measure();
print({ figure: 'prepare', chunks: perSecond, megabytes, goal: GOALS.chunks });
print({ figure: 'bytes_event', which: 'all', bytes: perEvent(events), goal: GOALS.bytes });
print({ figure: 'bytes_event', which: 'incremental', bytes: perEvent(incremental), goal: GOALS.incremental });

/** The memory of the page after its snapshot, as the chunks after it have it. */
function prepareFirst() {
  const body = toBody(0, events.filter(({ type }) => type === 2).slice(0, 1));
  const prepared = prepareChunk(body, { place: guessPlace(body) });
  if (!prepared.content) throw new Error('The place of a chunk was guessed wrong.');
  return prepared;
}

function measure(): { readonly perSecond: number; readonly megabytes: number } {
  let [done, bytes] = [0, 0];
  const pass = (): void => {
    for (const body of bodies) {
      prepareChunk(body, { place: guessPlace(body), nodes: first.nodes });
      done++;
      bytes += body.byteLength;
    }
  };
  for (let round = 0; round < 5; round++) pass();
  [done, bytes] = [0, 0];
  const [from, end] = [process.cpuUsage(), performance.now() + SECONDS * 1_000];
  while (performance.now() < end) pass();
  const { user, system } = process.cpuUsage(from);
  const seconds = (user + system) / 1e6;
  return { perSecond: Math.round(bytes / CHUNK_BYTES / seconds), megabytes: Math.round(bytes / 1e5 / seconds) / 10 };
}

/** Bytes of an event in blocks of five seconds, compressed. */
function perEvent(recorded: readonly RecordedEvent[]): number {
  const sizes = cutByTime(recorded).map((chunk, seq) => {
    const body = toBody(seq, chunk);
    return prepareChunk(body, { place: guessPlace(body), nodes: first.nodes }).content?.byteLength ?? 0;
  });
  return Math.round((sizes.reduce((sum, size) => sum + size, 0) / recorded.length) * 10) / 10;
}

function chunksOf(recorded: readonly RecordedEvent[]): RecordedEvent[][] {
  const chunks: RecordedEvent[][] = [];
  let size = Infinity;
  for (const event of recorded) {
    const length = JSON.stringify(event).length;
    if (size + length > CHUNK_BYTES) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)?.push(event);
    size += length;
  }
  return chunks;
}
