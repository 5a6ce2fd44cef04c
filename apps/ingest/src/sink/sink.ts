import { randomUUID } from 'node:crypto';
import type { ColumnStore } from '@svc/columnar';
import {
  bodyOf,
  readEnvelope,
  Repeats,
  TOPIC_OF,
  TOPICS,
  type Batch,
  type EventLog,
  type PastRecord,
} from '@svc/event-log';
import type { Logger } from '@svc/observability';
import { createBlockEncoder, releaseExpanded, type BlockEncoder, type KeyedTable, type Signal } from '@svc/otlp';
import { CaptureWriter } from './capture-writer.js';
import { consumeTopic, rangeOf, type PartitionWriter } from './consume-topic.js';
import { KnownRows } from './known-rows.js';
import { SeriesLimits } from './series-limits.js';
import { StoredSeriesWatch } from './stored-series.js';

/**
 * A block closes when the bodies in it reach this size: some 60,000 spans, where the cost of merging levels off. It is counted in
 * bytes of the log's content and nothing else, so that a replay cuts its blocks at the same records and its tokens match.
 */
const BLOCK_BYTES = 32 * 1024 * 1024;

/**
 * Their rows are the same however often they are written, and which of them a block has depends on what is known. So each attempt
 * writes its own: under the range's token those of a replay would be dropped, also when the first ones were deleted since.
 */
const KEYED_TABLES: ReadonlySet<string> = new Set<KeyedTable>(['resources', 'metric_series']);

export interface SinkOptions {
  readonly eventLog: EventLog;
  readonly columnStore: ColumnStore;
  /** New series that are stored per project, metric and day. */
  readonly metricSeriesLimit: number;
  readonly logger: Logger;
}

export interface Sink {
  stop(): Promise<void>;
}

/** Moves what was acknowledged from the event log into the column store, each row once. */
export async function startSink(options: SinkOptions): Promise<Sink> {
  const memory = rememberRows(options);
  const { columnStore } = options;
  const consumers = await Promise.all([
    ...(Object.keys(TOPIC_OF) as Signal[]).map((signal) =>
      consumeTopic(TOPIC_OF[signal], options, () => new TelemetryWriter(signal, columnStore, memory)),
    ),
    consumeTopic(TOPICS.capture, options, () => new CaptureWriter(columnStore)),
  ]);
  return { stop: async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))) };
}

/** What the partitions' writers know of the store together. */
interface Memory {
  readonly known: KnownRows;
  readonly limits: SeriesLimits;
  readonly series: StoredSeriesWatch;
}

function rememberRows({ columnStore, metricSeriesLimit }: SinkOptions): Memory {
  const known = new KnownRows();
  const limits = new SeriesLimits(metricSeriesLimit);
  return { known, limits, series: new StoredSeriesWatch(columnStore, known, limits, metricSeriesLimit) };
}

/** Writes one partition's batches, one after another, with the memory of one encoder. */
class TelemetryWriter implements PartitionWriter {
  readonly #encoder: BlockEncoder;
  #repeats = new Repeats();
  #generation = 0;

  constructor(
    private readonly telemetry: Signal,
    private readonly columnStore: ColumnStore,
    private readonly memory: Memory,
  ) {
    const { known, limits } = memory;
    this.#encoder = createBlockEncoder(telemetry, { isKnown: known.isKnown, admission: limits.admission });
  }

  /** Another sink may have written this partition, so what this one has seen of it may have gaps. */
  begin(): void {
    this.#repeats = new Repeats();
  }

  /** Takes note of what an earlier sink has written: a retry of it may come yet. */
  see(record: PastRecord): void {
    const { hash, projectNumber } = readEnvelope(record);
    this.#repeats.isRepeat(hash, projectNumber, record.offset, record.timestampMs);
  }

  async write(batch: Batch, signal: AbortSignal): Promise<void> {
    if (this.telemetry === 'metrics') await this.memory.series.refresh(signal);
    this.#generation = this.memory.known.generation;
    const range = rangeOf(batch);
    let bytes = 0;
    let part = 0;
    this.#encoder.reset();
    for (const record of batch.records) {
      const envelope = readEnvelope(record);
      if (this.#repeats.isRepeat(envelope.hash, envelope.projectNumber, record.offset, record.timestampMs)) continue;
      const body = bodyOf(record, envelope);
      this.#encoder.add(body, { ...envelope, partition: batch.partition, offset: record.offset });
      bytes += body.byteLength;
      if (body !== record.value) releaseExpanded(body);
      if (bytes < BLOCK_BYTES) continue;
      await this.#flush(`${range}/${part++}`, signal);
      bytes = 0;
    }
    if (bytes > 0) await this.#flush(`${range}/${part}`, signal);
  }

  async #flush(deduplicationToken: string, signal: AbortSignal): Promise<void> {
    const { blocks, seen } = this.#encoder.finish();
    for (const block of blocks) {
      const token = KEYED_TABLES.has(block.table) ? `${deduplicationToken}/${randomUUID()}` : deduplicationToken;
      await this.columnStore.insertBlock(block, { deduplicationToken: token, signal });
    }
    this.memory.known.add(seen, this.#generation);
    this.#encoder.reset();
  }
}
