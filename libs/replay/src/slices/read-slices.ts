import { runBody } from './chunk-body.js';
import { joinSlices, sliceGroup } from './join.js';
import { toRuns } from './runs.js';
import { placeOf, readSlice, type PagePlace, type Slice, type SliceRecord, type SliceRejection } from './slice.js';
import { toWaiting, type WaitingEvent } from './waiting.js';

/** Runs and incomplete events of one request: each needs a look into the stores, and a batch has those of few pages. */
const MAX_PARTS = 100;

/** Events that are stored as one chunk. */
export interface SlicedChunk extends PagePlace {
  readonly seq: number;
  /** Of the chunk in its window: one for each event. */
  readonly numbers: number;
  /** Log records that it is from. */
  readonly records: number;
  /** The request of a recorder of ours. */
  readonly body: Uint8Array;
}

export interface ReadSlices {
  readonly chunks: readonly SlicedChunk[];
  readonly waiting: readonly WaitingEvent[];
  /** Log records. */
  readonly items: number;
  /** Records that are not stored, by reason. */
  readonly rejected: ReadonlyMap<SliceRejection, number>;
}

/** Reads the slices of events in the log records of one request. What they become depends on nothing but the records. */
export function readSlices(records: readonly SliceRecord[]): ReadSlices {
  const rejected = new Map<SliceRejection, number>();
  const reject = (reason: SliceRejection, count: number): void => {
    if (count > 0) rejected.set(reason, (rejected.get(reason) ?? 0) + count);
  };
  const slices: Slice[] = [];
  for (const record of records) {
    const slice = readSlice(record);
    if (typeof slice === 'string') reject(slice, 1);
    else slices.push(slice);
  }
  const joined = joinSlices(slices);
  reject('number_taken', joined.taken);
  const { runs, earlier } = toRuns(joined.events);
  reject('earlier_session', countRecords(earlier));
  const incomplete = [...Map.groupBy(joined.waiting, sliceGroup).values()];
  const kept = runs.slice(0, MAX_PARTS);
  const keptIncomplete = incomplete.slice(0, MAX_PARTS - kept.length);
  reject('too_many_pages', countRecords(runs.slice(kept.length).flat()));
  reject('too_many_pages', incomplete.slice(keptIncomplete.length).flat().length);
  const { waiting, tooMany } = toWaiting(keptIncomplete);
  reject('too_many_waiting', tooMany);
  return {
    chunks: kept.map((run) => ({
      ...placeOf(run[0]),
      numbers: run.length,
      records: countRecords(run),
      body: runBody(run),
    })),
    waiting,
    items: records.length,
    rejected,
  };
}

/** The memory of all that slices became. */
export const memoryOfSlices = ({ chunks, waiting }: Pick<ReadSlices, 'chunks' | 'waiting'>): Uint8Array[] => [
  ...chunks.map(({ body }) => body),
  ...waiting.flatMap(({ pieces }) => pieces.map(({ bytes }) => bytes)),
];

const countRecords = (events: readonly { readonly records: number }[]): number =>
  events.reduce((total, { records }) => total + records, 0);
