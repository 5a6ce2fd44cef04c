import type { ConsumerOptions, ConsumerRecord } from '../port.js';

/** Splits fetched records into batches within the limits; a record larger than the limit forms its own batch. */
export function* cut(
  records: readonly ConsumerRecord[],
  { maxBytes, maxRecords }: Pick<ConsumerOptions, 'maxBytes' | 'maxRecords'>,
): Generator<ConsumerRecord[]> {
  let batch: ConsumerRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const full = batch.length >= maxRecords || bytes + record.value.byteLength > maxBytes;
    if (batch.length > 0 && full) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += record.value.byteLength;
  }
  if (batch.length > 0) yield batch;
}

/** The position of a group on a partition, from its offset commit. */
export interface Position {
  /** All records below this offset are processed. */
  readonly offset: number;
  /** End of the range that starts at `offset` and was delivered to a handler, if any. */
  readonly plannedLast?: number;
}

/** The plan is stored as metadata of an offset commit. Other metadata counts as no plan. */
export function encodePlan(last: number): string {
  return `plan=${last}`;
}

export function decodePosition(offset: string, metadata: string | null): Position {
  const position = { offset: Math.max(0, Number(offset)) };
  const planned = /^plan=(\d+)$/.exec(metadata ?? '')?.[1];
  return planned === undefined ? position : { ...position, plannedLast: Number(planned) };
}

/** Reassembles a planned range from fetches with different boundaries. */
export class ReplayCollector {
  private readonly collected: ConsumerRecord[] = [];

  constructor(
    private readonly first: number,
    private readonly last: number,
  ) {}

  /** Adds the records of the range. Returns the rest once the range is complete, or undefined if more must be fetched. */
  take(records: readonly ConsumerRecord[]): readonly ConsumerRecord[] | undefined {
    for (const record of records) {
      const known = this.collected.at(-1)?.offset ?? this.first - 1;
      if (record.offset > known && record.offset <= this.last) this.collected.push(record);
    }
    // A record beyond the end shows that the range is complete, even if retention has deleted its last records.
    const seen = records.at(-1)?.offset ?? -1;
    return seen >= this.last ? records.filter(({ offset }) => offset > this.last) : undefined;
  }

  records(): readonly ConsumerRecord[] {
    return this.collected;
  }
}
