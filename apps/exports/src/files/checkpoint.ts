import { MAX_CHUNK_ROWS, START, type Cursor } from './chunks/plan.js';
import type { Checkpoint } from './export-files.js';

/** The parts that one worker wrote. Its name is in their keys, so that a worker that was overtaken never replaces a part of another. */
export interface Run {
  readonly id: string;
  /** The number of its first part. */
  readonly first: number;
}

/** The progress of writing. Plain JSON, because it is stored with the job. */
export interface Progress {
  readonly version: 1;
  /** Null when everything is read and only the file remains to be put together. */
  readonly cursor: Cursor | null;
  /** Most rows of the next chunk and of the one after it, which is planned while the next one is written. */
  readonly limits: readonly [number, number];
  readonly runs: readonly Run[];
  readonly parts: number;
  readonly rows: number;
  readonly bytes: number;
  /** Null if counting took too long. */
  readonly estimate: number | null;
  /** The attributes that have columns, decided once, so that all parts have the same columns. */
  readonly flattened: readonly string[];
}

export const begin = (estimate: number | null, flattened: readonly string[]): Progress => ({
  version: 1,
  cursor: START,
  limits: [MAX_CHUNK_ROWS, MAX_CHUNK_ROWS],
  runs: [],
  parts: 0,
  rows: 0,
  bytes: 0,
  estimate,
  flattened,
});

/** Only this file and the writer know the form, so anything else is a mistake of the program. */
export function readProgress(checkpoint: unknown): Progress | undefined {
  if (checkpoint === null || checkpoint === undefined) return undefined;
  const progress = checkpoint as Progress;
  if (progress.version !== 1) throw new TypeError('The checkpoint of an export has an unknown version.');
  return progress;
}

export const toCheckpoint = (progress: Progress): Checkpoint => ({ ...progress });

/** Writing ends below 100, which only a published file has. */
export function toPercent({ rows, estimate, cursor }: Progress): number {
  if (cursor === null) return 99;
  if (estimate === null || estimate === 0) return 0;
  return Math.min(98, (100 * rows) / estimate);
}

const NUMBER_DIGITS = 6;

/** The name of a part after the prefix of its export. */
export function partName(number: number, runs: readonly Run[]): string {
  const run = runs.findLast(({ first }) => first <= number);
  return `parts/${String(number).padStart(NUMBER_DIGITS, '0')}-${run?.id ?? 'none'}`;
}
