import type { ConsumerOptions, ConsumerRecord } from '../port.js';

/** Cuts fetched records into batches within the bounds; a record larger than the bound stands alone. */
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

/** Where a group stands on a partition, as its offset commit says. */
export interface Position {
  /** Everything below is done. */
  readonly offset: number;
  /** End of the range that starts at `offset` and was handed to a handler, if one was. */
  readonly plannedLast?: number;
}

/** The plan travels as the metadata of an offset commit. Metadata of anybody else counts as no plan. */
export function encodePlan(last: number): string {
  return `plan=${last}`;
}

export function decodePosition(offset: string, metadata: string | null): Position {
  const position = { offset: Math.max(0, Number(offset)) };
  const planned = /^plan=(\d+)$/.exec(metadata ?? '')?.[1];
  return planned === undefined ? position : { ...position, plannedLast: Number(planned) };
}

/** Puts a planned range together again from fetches whose borders lie elsewhere. */
export class ReplayCollector {
  private readonly collected: ConsumerRecord[] = [];

  constructor(
    private readonly first: number,
    private readonly last: number,
  ) {}

  /** Takes what belongs to the range; the rest is returned once the range is complete, else undefined: fetch on. */
  take(records: readonly ConsumerRecord[]): readonly ConsumerRecord[] | undefined {
    for (const record of records) {
      const known = this.collected.at(-1)?.offset ?? this.first - 1;
      if (record.offset > known && record.offset <= this.last) this.collected.push(record);
    }
    // A record beyond the end shows that nothing of the range is to come, even if retention took its last ones.
    const seen = records.at(-1)?.offset ?? -1;
    return seen >= this.last ? records.filter(({ offset }) => offset > this.last) : undefined;
  }

  records(): readonly ConsumerRecord[] {
    return this.collected;
  }
}
