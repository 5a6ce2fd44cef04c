/**
 * Measures what recordings cost on one thread: `node dist/cost/replay.js [seconds] [file]`. Reads, redacts and packs chunks (`prepare`),
 * and how many bytes an event takes (`bytes_event`). Events are those of a session on a page of a shop, or of a file: a JSON array of
 * events of rrweb.
 */
import { readFileSync } from 'node:fs';
import { guessPlace, prepareChunk, type RecordedEvent } from '@svc/replay';
import { printer } from '../figures/figure.js';

const SECONDS = Number(process.argv[2] ?? 3);
const FILE = process.argv[3];
/** Decoded bytes of a chunk. */
const CHUNK_BYTES = 20_000;
/** Chunks a second on one core, and bytes of an event as it is stored: with snapshots, and for increments alone. */
const GOALS = { chunks: 800, bytes: 60, incremental: 40 } as const;
const START = 1_790_000_000_000;

const print = printer({
  seconds: SECONDS,
  chunkBytes: CHUNK_BYTES,
  events: FILE === undefined ? 'synthetic' : 'recorded',
});
const events = FILE === undefined ? shopSession() : (JSON.parse(readFileSync(FILE, 'utf8')) as RecordedEvent[]);
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
  const blocks = Map.groupBy(recorded, ({ timestamp }) => Math.floor(timestamp / 5_000));
  const sizes = [...blocks.values()].map((chunk, seq) => {
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

/** A list of 300 products that is filtered, typed into and scrolled for two minutes. */
function shopSession(): RecordedEvent[] {
  const list = element(2, 'ul', {}, ...Array.from({ length: 300 }, (_, nth) => product(100 + nth * 10)));
  const recorded = [
    event(4, 0, { href: 'https://shop.example/list?q=shoes', width: 1280, height: 800 }),
    event(2, 0, { node: { type: 0, id: 1, childNodes: [list] }, initialOffset: { top: 0, left: 0 } }),
  ];
  for (let ms = 0; ms < 120_000; ms += 100) {
    recorded.push(event(3, ms, { source: 1, positions: [0, 20, 40, 60, 80].map((at) => pointer(ms, at)) }));
    if (ms % 500 === 0) recorded.push(event(3, ms, { source: 5, id: 9, text: 'shoes in red', isChecked: false }));
    if (ms % 1_000 === 0) recorded.push(event(3, ms, { source: 0, ...change(ms) }));
  }
  return recorded;
}

function event(type: number, ms: number, data: object): RecordedEvent {
  return { type, timestamp: START + ms, data } as unknown as RecordedEvent;
}

function element(id: number, tagName: string, attributes: object, ...childNodes: readonly object[]): object {
  return { type: 2, id, tagName, attributes, childNodes };
}

function text(id: number, textContent: string): object {
  return { type: 3, id, textContent };
}

function product(id: number): object {
  const link = { href: `https://shop.example/p/${id}?from=list` };
  return element(
    id,
    'li',
    { class: 'product grid-3 shadow', 'data-sku': `sku-${id}` },
    element(id + 1, 'h3', {}, text(id + 2, `Product ${id}`)),
    element(id + 3, 'a', link, text(id + 4, 'Show the details of this product')),
  );
}

function pointer(ms: number, at: number): object {
  return { x: (ms + at) % 1_280, y: Math.round(ms / 7) % 800, id: 2, timeOffset: at - 80 };
}

function change(ms: number): object {
  return {
    texts: [{ id: 102, value: `${ms / 1_000} products in stock` }],
    attributes: [{ id: 2, attributes: { class: `list page-${ms / 1_000}` } }],
    removes: [],
    adds: [0, 1, 2].map((nth) => ({ parentId: 2, nextId: null, node: product(10_000 + ms + nth * 10) })),
  };
}
