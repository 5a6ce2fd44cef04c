import { firstFrom, isNumbered, joinSpans, type Span } from '@svc/replay';
import { mapYielding } from '@svc/runtime';
import type { ChunkRow } from './chunks.query.js';

/** A chunk, with its times corrected by the shift of its window; in milliseconds since 1970. */
export interface Chunk {
  readonly row: ChunkRow;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly snapshots: readonly number[];
}

export interface Gap {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** When the next chunk begins. */
  readonly untilMs: number;
}

export interface WindowShape {
  readonly id: string;
  /** What is added to times of the browser. */
  readonly shiftMs: number;
  /** By number; those without one by time. */
  readonly chunks: readonly Chunk[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly snapshots: readonly number[];
  readonly gaps: readonly Gap[];
}

/** What the rows of a session say of it. */
export interface SessionShape {
  readonly firstMs: number;
  readonly lastMs: number;
  /** By their first event. */
  readonly windows: readonly WindowShape[];
  readonly activity: readonly Span[];
}

/** Periods of activity that are joined as they are; with more, each chunk counts as one. Nobody pauses a dozen times in five seconds. */
const MAX_SPANS = 20_000;

/** Full snapshots of a chunk at which a player can begin; a recorder makes one in minutes. */
const MAX_SNAPSHOTS = 10;

/** Groups the chunks of a session, which are in the order of their windows and numbers. Gives others turns in between. */
export async function shapeOf(rows: readonly ChunkRow[]): Promise<SessionShape> {
  const windows: WindowShape[] = [];
  for (const ofWindow of Map.groupBy(rows, (row) => row.window_id).values()) windows.push(await toWindow(ofWindow));
  windows.sort((a, b) => a.firstMs - b.firstMs);
  const spans = rows.reduce((count, row) => count + row.active_from.length, 0);
  const toSpans = spans <= MAX_SPANS ? spansOf : wholeSpanOf;
  const activity = windows.flatMap(({ chunks, shiftMs }) => chunks.flatMap(({ row }) => toSpans(row, shiftMs)));
  return {
    firstMs: windows.reduce((least, { firstMs }) => Math.min(least, firstMs), windows[0]?.firstMs ?? 0),
    lastMs: windows.reduce((most, { lastMs }) => Math.max(most, lastMs), 0),
    windows,
    activity: joinSpans(activity),
  };
}

async function toWindow(rows: readonly ChunkRow[]): Promise<WindowShape> {
  const shiftMs = shiftOf(rows);
  const mapped = await mapYielding(rows, (row) => ({
    row,
    firstMs: Number(row.first_ms) + shiftMs,
    lastMs: Number(row.last_ms) + shiftMs,
    snapshots: row.snapshots.slice(0, MAX_SNAPSHOTS).map((ms) => Number(ms) + shiftMs),
  }));
  const chunks = rows.every(({ seq }) => isNumbered(seq)) ? mapped : mapped.toSorted((a, b) => a.firstMs - b.firstMs);
  return {
    id: rows[0]?.window_id ?? '',
    shiftMs,
    chunks,
    firstMs: chunks.reduce((least, { firstMs }) => Math.min(least, firstMs), Infinity),
    lastMs: chunks.reduce((most, { lastMs }) => Math.max(most, lastMs), 0),
    snapshots: chunks.flatMap(({ snapshots }) => snapshots).toSorted((a, b) => a - b),
    gaps: gapsOf(chunks),
  };
}

/**
 * The shift that the first chunk of a window decided. Later rows have the same one, unless ingestion has lost its cache in between. Rows
 * that were received at the same time are compared by their numbers, in whose order they are.
 */
function shiftOf(rows: readonly ChunkRow[]): number {
  const earliest = rows.reduce<ChunkRow | undefined>(
    (first, row) => (first && Number(first.received_ms) <= Number(row.received_ms) ? first : row),
    undefined,
  );
  return Number(earliest?.clock_shift_ms ?? 0);
}

/** Numbers begin with 0, so the first chunks can be missing as well. Of chunks without numbers, nobody knows which are missing. */
function gapsOf(chunks: readonly Chunk[]): Gap[] {
  const gaps: Gap[] = [];
  let expected = 0;
  for (const { row, firstMs } of chunks) {
    if (!isNumbered(row.seq)) continue;
    if (row.seq > expected) gaps.push({ firstSeq: expected, lastSeq: row.seq - 1, untilMs: firstMs });
    expected = Math.max(expected, nextSeq(row));
  }
  return gaps;
}

/** The number that follows those of a chunk. Rows from before chunks could take several numbers have none. */
export const nextSeq = ({ seq, numbers }: Pick<ChunkRow, 'seq' | 'numbers'>): number => seq + Math.max(1, numbers);

function spansOf({ active_from: from, active_to: to }: ChunkRow, shiftMs: number): Span[] {
  return from.map((start, index) => ({ from: Number(start) + shiftMs, to: Number(to[index] ?? start) + shiftMs }));
}

function wholeSpanOf(row: ChunkRow, shiftMs: number): Span[] {
  const [first] = row.active_from;
  const last = row.active_to.at(-1);
  if (first === undefined || last === undefined) return [];
  return [{ from: Number(first) + shiftMs, to: Number(last) + shiftMs }];
}

/** Pages of a session. */
const MAX_URLS = 200;

/** The pages of all windows, in the order in which they were seen first, at most 200. */
export function urlsOf({ windows }: Pick<SessionShape, 'windows'>): string[] {
  const chunks = windows.flatMap((window) => window.chunks).toSorted((a, b) => a.firstMs - b.firstMs);
  return [...new Set(chunks.flatMap(({ row }) => row.urls))].slice(0, MAX_URLS);
}

/** Why parts of a session cannot be shown, one sentence each, at most fifty. */
export function warningsOf(shape: SessionShape): string[] {
  const warnings: string[] = [];
  for (const warning of eachWarning(shape)) {
    if (warnings.length === MAX_WARNINGS) break;
    warnings.push(warning);
  }
  return warnings;
}

function* eachWarning({ windows, firstMs }: SessionShape): Generator<string> {
  for (const window of windows) {
    const [snapshot] = window.snapshots;
    if (snapshot === undefined) {
      yield `Window ${window.id} cannot be shown: none of its full snapshots has arrived.`;
      continue;
    }
    // Recorders send what the page was like before they send its picture, a few milliseconds earlier.
    if (snapshot - window.firstMs > LATE_MS)
      yield `Window ${window.id} begins at ${clockText(snapshot - firstMs)}: what was before has no full snapshot.`;
    for (const gap of window.gaps) yield gapWarning(window, gap, firstMs);
  }
}

const LATE_MS = 1_000;
const MAX_WARNINGS = 50;

function gapWarning({ id, snapshots }: WindowShape, { firstSeq, lastSeq, untilMs }: Gap, startMs: number): string {
  const count = lastSeq - firstSeq + 1;
  const missing = `${count} ${count === 1 ? 'chunk' : 'chunks'} of window ${id}, before ${clockText(untilMs - startMs)},`;
  const next = firstFrom(snapshots, untilMs);
  const verb = count === 1 ? 'is' : 'are';
  if (next === Infinity) return `${missing} ${verb} missing: what follows cannot be shown.`;
  return `${missing} ${verb} missing: it can be shown again from ${clockText(next - startMs)} on.`;
}

/** Minutes and seconds, `02:13`. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
