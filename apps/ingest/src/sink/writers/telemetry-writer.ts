import { randomUUID } from 'node:crypto';
import type { ColumnStore } from '@svc/columnar';
import { readBody, readEnvelope, type ConsumerRecord, type PastRecord, type RequestEnvelope } from '@svc/event-log';
import {
  AI_WORK_STORED_CHANNEL,
  createBlockEncoder,
  ERRORS_STORED_CHANNEL,
  releaseExpanded,
  releaseWhole,
  type BlockEncoder,
  type KeyedTable,
  type Signal,
} from '@svc/otlp';
import type { RowMemory } from '../memory/row-memory.js';
import type { ContentObjects } from './content-objects.js';
import { Encoders } from './encoders.js';
import { PartitionWriter } from './partition-writer.js';

/**
 * Writing these rows repeatedly is harmless, and which of them a block contains depends on the cache. So each attempt
 * uses its own token: under the token of the range, a replay would be dropped even if the first rows had been deleted since.
 */
const KEYED_TABLES: ReadonlySet<string> = new Set<KeyedTable>(['resources', 'metric_series']);

/** Writes telemetry into its tables. */
export class TelemetryWriter extends PartitionWriter<RequestEnvelope> {
  readonly #encoders: Encoders<BlockEncoder>;
  #generation = 0;

  /** Bytes of decompressed bodies: about 60,000 spans, beyond which larger blocks hardly reduce the cost of merging. */
  protected readonly blockBytes = 32 * 1024 * 1024;

  constructor(
    private readonly telemetry: Signal,
    private readonly columnStore: ColumnStore,
    private readonly memory: RowMemory,
    private readonly contents: ContentObjects | undefined,
  ) {
    super();
    this.#encoders = new Encoders(() => this.#newEncoder());
  }

  #newEncoder(): BlockEncoder {
    const { known, limits } = this.memory;
    return createBlockEncoder(this.telemetry, { isKnown: known.isKnown, admission: limits.admission });
  }

  protected releaseBuffers(): void {
    this.#encoders.release();
  }

  protected envelopeOf(record: PastRecord): RequestEnvelope {
    return readEnvelope(record);
  }

  protected async start(signal: AbortSignal): Promise<void> {
    if (this.telemetry === 'metrics') await this.memory.series.refresh(signal);
    this.#generation = this.memory.known.generation;
    this.#encoders.reset();
  }

  protected add(record: ConsumerRecord, envelope: RequestEnvelope, partition: number): number {
    const body = readBody(record, envelope);
    this.#encoders.current.add(body, { ...envelope, partition, offset: record.offset });
    const { byteLength } = body;
    if (body !== record.value) releaseExpanded(body);
    // If the batch fails, the next attempt reads the record again.
    releaseWhole(record.value);
    return byteLength;
  }

  protected async flush(deduplicationToken: string, signal: AbortSignal): Promise<void> {
    const encoder = this.#encoders.take();
    try {
      const errors = await this.memory.throws.admit(encoder.errors, signal);
      await this.contents?.store(encoder.largeContents);
      const { blocks, seen } = encoder.finish(errors);
      for (const block of blocks) {
        const token = KEYED_TABLES.has(block.table) ? `${deduplicationToken}/${randomUUID()}` : deduplicationToken;
        await this.columnStore.insertBlock(block, { deduplicationToken: token, signal });
      }
      if (errors.length > 0) this.memory.announce(ERRORS_STORED_CHANNEL);
      if (encoder.hasAiWork) this.memory.announce(AI_WORK_STORED_CHANNEL);
      this.memory.known.add(seen, this.#generation);
    } finally {
      this.#encoders.giveBack(encoder);
    }
  }
}
