import { CaptureEncoder, decodeRecord, readCaptureHeaders } from '@svc/capture';
import type { ColumnStore } from '@svc/columnar';
import { Repeats, type Batch, type PastRecord } from '@svc/event-log';
import { rangeOf, type PartitionWriter } from './consume-topic.js';

/**
 * A block closes when the records in it reach this size: some 30,000 events. Counted in bytes of the log, so that a replay cuts its
 * blocks at the same records and its tokens match.
 */
const BLOCK_BYTES = 16 * 1024 * 1024;

/** Moves captured events into the tables of customers. */
export class CaptureWriter implements PartitionWriter {
  readonly #encoder = new CaptureEncoder();
  #repeats = new Repeats();

  constructor(private readonly columnStore: ColumnStore) {}

  begin(): void {
    this.#repeats = new Repeats();
  }

  see(record: PastRecord): void {
    const { hash, projectNumber } = readCaptureHeaders(record.headers);
    this.#repeats.isRepeat(hash, projectNumber, record.offset, record.timestampMs);
  }

  async write(batch: Batch, signal: AbortSignal): Promise<void> {
    const range = rangeOf(batch);
    let bytes = 0;
    let part = 0;
    this.#encoder.reset();
    for (const record of batch.records) {
      const envelope = readCaptureHeaders(record.headers);
      if (this.#repeats.isRepeat(envelope.hash, envelope.projectNumber, record.offset, record.timestampMs)) continue;
      this.#encoder.add(decodeRecord(record.value), envelope);
      // A record whose events were all rejected is empty, and counted all the same.
      bytes += record.value.byteLength + 1;
      if (bytes < BLOCK_BYTES) continue;
      await this.#flush(`${range}/${part++}`, signal);
      bytes = 0;
    }
    if (bytes > 0) await this.#flush(`${range}/${part}`, signal);
  }

  async #flush(deduplicationToken: string, signal: AbortSignal): Promise<void> {
    for (const block of this.#encoder.finish())
      await this.columnStore.insertBlock(block, { deduplicationToken, signal });
    this.#encoder.reset();
  }
}
