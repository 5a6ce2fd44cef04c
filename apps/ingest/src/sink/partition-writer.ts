import { Repeats, type Batch, type ConsumerRecord, type PastRecord } from '@svc/event-log';

/** Without a batch for so long, the memory that blocks were made in is given back: up to 150 MB for each partition. */
const IDLE_MS = 5_000;

interface Envelope {
  readonly hash: string;
  readonly projectNumber: number;
}

/** Writes one partition's batches, one after another, and each request once. */
export abstract class PartitionWriter<Known extends Envelope = Envelope> {
  #repeats = new Repeats();
  #resting: NodeJS.Timeout | undefined;

  /**
   * A block closes when what `add` returned reaches this many bytes. They are counted in the log's content and nothing else, so that a
   * replay cuts its blocks at the same records and its tokens match.
   */
  protected abstract readonly blockBytes: number;

  /** Throws on a record that this version did not write: skipping it would lose what was acknowledged. */
  protected abstract envelopeOf(record: PastRecord): Known;

  /** Before the first record of a batch: whatever an attempt that failed has left is dropped. */
  protected abstract start(signal: AbortSignal): Promise<void> | void;

  /** Takes the rows of a record into the block; returns its bytes, which are not 0 when there is anything to write. */
  protected abstract add(record: ConsumerRecord, envelope: Known, partition: number): number;

  /** Writes what was added. Equal content under an equal token is stored once. */
  protected abstract flush(deduplicationToken: string, signal: AbortSignal): Promise<void>;

  /** Gives back the memory that blocks are made in. */
  protected abstract rest(): void;

  /** Another sink may have written this partition, so what this one has seen of it may have gaps. */
  begin(): void {
    this.#repeats = new Repeats();
  }

  /** Takes note of what an earlier sink has written: a retry of it may come yet. */
  see(record: PastRecord): void {
    this.#isRepeat(record, this.envelopeOf(record));
  }

  /** Resolves when every row of the batch is stored. */
  async write(batch: Batch, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#resting);
    try {
      await this.#write(batch, signal);
    } finally {
      this.#resting = setTimeout(() => this.rest(), IDLE_MS).unref();
    }
  }

  async #write(batch: Batch, signal: AbortSignal): Promise<void> {
    await this.start(signal);
    const range = rangeOf(batch);
    let bytes = 0;
    let part = 0;
    for (const record of batch.records) {
      const envelope = this.envelopeOf(record);
      if (this.#isRepeat(record, envelope)) continue;
      bytes += this.add(record, envelope, batch.partition);
      if (bytes < this.blockBytes) continue;
      await this.flush(`${range}/${part++}`, signal);
      bytes = 0;
    }
    if (bytes > 0) await this.flush(`${range}/${part}`, signal);
  }

  #isRepeat({ offset, timestampMs }: PastRecord, { hash, projectNumber }: Envelope): boolean {
    return this.#repeats.isRepeat(hash, projectNumber, offset, timestampMs);
  }
}

/**
 * Names a range of the log for ever. The time of its first record stands in it because offsets alone begin anew when a log is
 * lost or made again, and the store would then take new rows for ones it has.
 */
function rangeOf({ topic, partition, firstOffset, lastOffset, records }: Batch): string {
  return `${topic}/${partition}/${firstOffset}-${lastOffset}@${records[0]?.timestampMs ?? 0}`;
}
