import { count, selectFrom, sql, Sql, typed, uint8 } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_MILLISECOND, type TimeRange } from '@svc/reading/time';
import { keyColumns, keyTuple, type ChunkBounds, type Position, type Stage } from './stage.js';

/**
 * The position from which reading continues: a stage, a place in its window, and the amount to read at once. Plain
 * JSON.
 */
export interface Cursor {
  readonly stage: number;
  /** Nanoseconds; null before the first slice of a stage, and in stages that have none. */
  readonly from: string | null;
  readonly after: Position | null;
  /** Nanoseconds of the next slice. */
  readonly width: string;
}

export const MAX_CHUNK_ROWS = 50_000;
const MIN_CHUNK_ROWS = 50;
/** Target size of a part of a file, so that rows with long texts do not produce huge parts. */
const PART_BYTES = 32 * 1024 * 1024;
const FIRST_WIDTH = 60_000n * NANOSECONDS_PER_MILLISECOND;
const GROWTH = 4n;

export const START: Cursor = { stage: 0, from: null, after: null, width: String(FIRST_WIDTH) };

/** Counts the rows of the next chunk and finds the last of them. Reads only the key and the columns of the filters. */
export function selectEnd(stage: Stage, bounds: ChunkBounds, limit: number) {
  const first = stage.rows(bounds, keyColumns(stage.key), { orderBy: keyColumns(stage.key), limit });
  const texts = stage.key.map(({ text }, index) =>
    text(sql`tupleElement(max(${keyTuple(stage.key)}), ${uint8(index + 1)})`),
  );
  return selectFrom(first, {
    columns: { rows: count(), last: typed('Array(String)', sql`[${Sql.join(texts, ', ')}]`) },
  });
}

export interface FoundEnd {
  readonly rows: number;
  readonly last: Position;
}

/** The bounds in which the next chunk is searched. */
export function nextBounds({ sliced }: Stage, { from, after, width }: Cursor): ChunkBounds {
  if (!sliced) return { slice: undefined, after: after ?? undefined, upTo: undefined };
  const start = from === null ? sliced.from : BigInt(from);
  const end = start + BigInt(width);
  const slice: TimeRange = { from: start, to: end < sliced.to ? end : sliced.to };
  return { slice, after: after ?? undefined, upTo: undefined };
}

/**
 * The rows to write now, if there are any, and the position from which reading continues; no cursor at the end of the
 * stage.
 */
export interface Step {
  readonly chunk: ChunkBounds | undefined;
  readonly next: Cursor | undefined;
}

/** Slices grow while few rows are found and shrink where there are many, so that no statement sorts much more than it returns. */
export function toStep(stage: Stage, cursor: Cursor, searched: ChunkBounds, found: FoundEnd, limit: number): Step {
  const { slice } = searched;
  const isFull = found.rows >= limit;
  if (!slice || !stage.sliced) {
    if (isFull) return { chunk: { ...searched, upTo: found.last }, next: { ...cursor, after: found.last } };
    return { chunk: found.rows === 0 ? undefined : searched, next: undefined };
  }
  if (isFull) {
    const reached = BigInt(found.last[0] ?? slice.from);
    // The new upper bound avoids reading the rest of the slice in vain: the engine does not use the comparison of
    // tuples to choose the rows that it reads.
    const chunk = { slice: { from: slice.from, to: reached + 1n }, after: searched.after, upTo: found.last };
    const width = atLeast((reached - slice.from) * 2n, NANOSECONDS_PER_MILLISECOND);
    return { chunk, next: { ...cursor, from: String(reached), after: found.last, width: String(width) } };
  }
  const chunk = found.rows === 0 ? undefined : searched;
  if (slice.to >= stage.sliced.to) return { chunk, next: undefined };
  const factor = found.rows * 2 > limit ? 1n : found.rows * 8 > limit ? 2n : GROWTH;
  const width = atMost((slice.to - slice.from) * factor, NANOSECONDS_PER_DAY);
  return { chunk, next: { ...cursor, from: String(slice.to), after: null, width: String(width) } };
}

/** The number of rows of the next part: as many as fit the target size if they are like the rows of the last one. */
export function rowsPerPart(rows: number, bytes: number): number {
  if (rows === 0 || bytes === 0) return MAX_CHUNK_ROWS;
  const fitting = Math.floor(PART_BYTES / (bytes / rows));
  return Math.min(MAX_CHUNK_ROWS, Math.max(MIN_CHUNK_ROWS, fitting));
}

/** Half of the rows, for a chunk that takes more memory than a statement gets; undefined if it cannot be smaller. */
export const fewerRows = (rows: number): number | undefined =>
  rows > MIN_CHUNK_ROWS ? Math.max(MIN_CHUNK_ROWS, Math.floor(rows / 2)) : undefined;

const atLeast = (value: bigint, least: bigint): bigint => (value < least ? least : value);
const atMost = (value: bigint, most: bigint): bigint => (value > most ? most : value);
