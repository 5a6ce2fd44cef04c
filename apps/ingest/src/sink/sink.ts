import { randomUUID } from 'node:crypto';
import type { Cache } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import {
  readBody,
  readEnvelope,
  TOPIC_BY_SIGNAL,
  TOPICS,
  type ConsumerRecord,
  type EventLog,
  type PastRecord,
  type RequestEnvelope,
} from '@svc/event-log';
import type { Logger } from '@svc/observability';
import {
  createBlockEncoder,
  releaseExpanded,
  releaseWhole,
  type BlockEncoder,
  type KeyedTable,
  type Signal,
} from '@svc/otlp';
import { CaptureWriter } from './capture-writer.js';
import { consumeTopic } from './consume-topic.js';
import { KnownRows } from './known-rows.js';
import { PartitionWriter } from './partition-writer.js';
import { SeriesLimits } from './series-limits.js';
import { StoredSeriesWatch } from './stored-series.js';
import { ThrowClaims } from './throw-claims.js';

/**
 * Writing these rows repeatedly is harmless, and which of them a block contains depends on the cache. So each attempt
 * uses its own token: under the token of the range, a replay would be dropped even if the first rows had been deleted since.
 */
const KEYED_TABLES: ReadonlySet<string> = new Set<KeyedTable>(['resources', 'metric_series']);

/** The least time between two announcements. After one, the intake of errors keeps polling for longer than this. */
const ANNOUNCE_MS = 5_000;

export interface SinkOptions {
  readonly eventLog: EventLog;
  readonly columnStore: ColumnStore;
  /** Maximum new series per project, metric and day. */
  readonly metricSeriesLimit: number;
  /** Shared with other processes that ingest; absent if there are none. */
  readonly cache?: Pick<Cache, 'claim'> | undefined;
  readonly logger: Logger;
  /** Called after errors were stored, at most every five seconds. */
  readonly onErrorsStored?: () => void;
}

export interface Sink {
  stop(): Promise<void>;
}

/** Moves acknowledged records from the event log into the column store, each row exactly once. */
export async function startSink(options: SinkOptions): Promise<Sink> {
  const memory = rememberRows(options);
  const { columnStore } = options;
  const consumers = await Promise.all([
    ...(Object.keys(TOPIC_BY_SIGNAL) as Signal[]).map((signal) =>
      consumeTopic(TOPIC_BY_SIGNAL[signal], options, () => new TelemetryWriter(signal, columnStore, memory)),
    ),
    consumeTopic(TOPICS.capture, options, () => new CaptureWriter(columnStore, memory)),
  ]);
  return { stop: async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))) };
}

/** The knowledge about stored rows that the writers of all partitions share. */
export interface Memory {
  readonly known: KnownRows;
  readonly limits: SeriesLimits;
  readonly series: StoredSeriesWatch;
  readonly throws: ThrowClaims;
  readonly announceErrors: () => void;
}

function rememberRows({ columnStore, metricSeriesLimit, cache, onErrorsStored }: SinkOptions): Memory {
  const known = new KnownRows();
  const limits = new SeriesLimits(metricSeriesLimit);
  return {
    known,
    limits,
    series: new StoredSeriesWatch(columnStore, known, limits, metricSeriesLimit),
    throws: new ThrowClaims(columnStore, cache),
    announceErrors: onErrorsStored ? atMostEvery(ANNOUNCE_MS, onErrorsStored) : () => undefined,
  };
}

/** A call that follows another one earlier than this is left out. */
function atMostEvery(ms: number, call: () => void): () => void {
  let lastMs = -Infinity;
  return () => {
    const now = performance.now();
    if (now - lastMs < ms) return;
    lastMs = now;
    call();
  };
}

/** Writes telemetry into its tables with a single encoder. */
class TelemetryWriter extends PartitionWriter<RequestEnvelope> {
  #encoder: BlockEncoder;
  #generation = 0;

  /** Bytes of decompressed bodies: about 60,000 spans, beyond which larger blocks hardly reduce the cost of merging. */
  protected readonly blockBytes = 32 * 1024 * 1024;

  constructor(
    private readonly telemetry: Signal,
    private readonly columnStore: ColumnStore,
    private readonly memory: Memory,
  ) {
    super();
    this.#encoder = this.#newEncoder();
  }

  #newEncoder(): BlockEncoder {
    const { known, limits } = this.memory;
    return createBlockEncoder(this.telemetry, { isKnown: known.isKnown, admission: limits.admission });
  }

  protected releaseBuffers(): void {
    this.#encoder = this.#newEncoder();
  }

  protected envelopeOf(record: PastRecord): RequestEnvelope {
    return readEnvelope(record);
  }

  protected async start(signal: AbortSignal): Promise<void> {
    if (this.telemetry === 'metrics') await this.memory.series.refresh(signal);
    this.#generation = this.memory.known.generation;
    this.#encoder.reset();
  }

  protected add(record: ConsumerRecord, envelope: RequestEnvelope, partition: number): number {
    const body = readBody(record, envelope);
    this.#encoder.add(body, { ...envelope, partition, offset: record.offset });
    const { byteLength } = body;
    if (body !== record.value) releaseExpanded(body);
    // If the batch fails, the next attempt reads the record again.
    releaseWhole(record.value);
    return byteLength;
  }

  protected async flush(deduplicationToken: string, signal: AbortSignal): Promise<void> {
    const errors = await this.memory.throws.admit(this.#encoder.errors, signal);
    const { blocks, seen } = this.#encoder.finish(errors);
    for (const block of blocks) {
      const token = KEYED_TABLES.has(block.table) ? `${deduplicationToken}/${randomUUID()}` : deduplicationToken;
      await this.columnStore.insertBlock(block, { deduplicationToken: token, signal });
    }
    if (errors.length > 0) this.memory.announceErrors();
    this.memory.known.add(seen, this.#generation);
    this.#encoder.reset();
  }
}
