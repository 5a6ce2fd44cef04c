import { CaptureEncoder, decodeRecord, readCaptureHeaders, type CaptureEnvelope } from '@svc/capture';
import type { ColumnStore } from '@svc/columnar';
import type { ConsumerRecord, PastRecord } from '@svc/event-log';
import { ERRORS_STORED_CHANNEL } from '@svc/otlp';
import type { RowMemory } from '../memory/row-memory.js';
import { Encoders } from './encoders.js';
import { PartitionWriter } from './partition-writer.js';

/** Writes captured events into the tables of events, persons and groups. */
export class CaptureWriter extends PartitionWriter<CaptureEnvelope> {
  readonly #encoders = new Encoders(() => new CaptureEncoder());

  /** About 30,000 events. */
  protected readonly blockBytes = 16 * 1024 * 1024;

  constructor(
    private readonly columnStore: ColumnStore,
    private readonly memory: Pick<RowMemory, 'throws' | 'announce'>,
  ) {
    super();
  }

  protected envelopeOf({ headers }: PastRecord): CaptureEnvelope {
    return readCaptureHeaders(headers);
  }

  protected releaseBuffers(): void {
    this.#encoders.release();
  }

  protected start(): void {
    this.#encoders.reset();
  }

  protected add({ value, offset }: ConsumerRecord, envelope: CaptureEnvelope, partition: number): number {
    this.#encoders.current.add(decodeRecord(value), envelope, { partition, offset });
    // A record whose events were all rejected has no content, but is still counted.
    return value.byteLength + 1;
  }

  protected async flush(deduplicationToken: string, signal: AbortSignal): Promise<void> {
    const encoder = this.#encoders.take();
    try {
      const errors = await this.memory.throws.admit(encoder.errors, signal);
      for (const block of encoder.finish(errors))
        await this.columnStore.insertBlock(block, { deduplicationToken, signal });
      if (errors.length > 0) this.memory.announce(ERRORS_STORED_CHANNEL);
    } finally {
      this.#encoders.giveBack(encoder);
    }
  }
}
