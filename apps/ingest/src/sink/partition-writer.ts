import { Repeats, type Batch, type ConsumerRecord, type PastRecord } from '@svc/event-log';

/** After this long without a batch, the memory of the blocks is released: up to 150 MB for each partition. */
const IDLE_MS = 5_000;

interface Envelope {
  readonly hash: string;
  readonly projectNumber: number;
}

/** Writes one partition's batches, one after another, and each request once. */
export abstract class PartitionWriter<Known extends Envelope = Envelope> {
  #repeats = new Repeats();
  #releaseTimer: NodeJS.Timeout | undefined;

  /**
   * A block closes when what `add` returned reaches this many bytes. They are counted in the log's content and nothing else, so that a
   * replay cuts its blocks at the same records and its tokens match.
   */
  protected abstract readonly blockBytes: number;

  /** Throws on a record that this version did not write: skipping it would lose what was acknowledged. */
  protected abstract envelopeOf(record: PastRecord): Known;

  /** Called before the first record of a batch; drops what a failed attempt has left. */
  protected abstract start(signal: AbortSignal): Promise<void> | void;

  /** Takes the rows of a record into the block; returns its bytes, which are not 0 when there is anything to write. */
  protected abstract add(record: ConsumerRecord, envelope: Known, partition: number): number;

  /** Writes what was added. Equal content under an equal token is stored once. */
  protected abstract flush(deduplicationToken: string, signal: AbortSignal): Promise<void>;

  /** Releases the memory of the blocks. */
  protected abstract releaseBuffers(): void;

  /** Another sink may have written this partition, so what this one has seen of it may have gaps. */
  resetDedup(): void {
    this.#repeats = new Repeats();
  }

  /** Records what an earlier sink has written, because a retry of it may still come. */
  observe(record: PastRecord): void {
    this.#isRepeat(record, this.envelopeOf(record));
  }

  /** Resolves when every row of the batch is stored. */
  async write(batch: Batch, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#releaseTimer);
    try {
      await this.#write(batch, signal);
    } finally {
      this.#releaseTimer = setTimeout(() => this.releaseBuffers(), IDLE_MS).unref();
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
 * Names a range of the log permanently. The time of its first record is part of it because offsets start again when a log is
 * lost or created again, and the store would then drop new rows as repetitions.
 */
function rangeOf({ topic, partition, firstOffset, lastOffset, records }: Batch): string {
  return `${topic}/${partition}/${firstOffset}-${lastOffset}@${records[0]?.timestampMs ?? 0}`;
}
