import { randomUUID } from 'node:crypto';
import type { ColumnStore } from '@svc/columnar';
import {
  bodyOf,
  readEnvelope,
  Repeats,
  REPEATS_LOOK_BACK_MS,
  SINK_GROUP,
  TOPIC_OF,
  type Batch,
  type Consumer,
  type EventLog,
  type LookBack,
  type PastRecord,
} from '@svc/event-log';
import type { Logger } from '@svc/observability';
import { createBlockEncoder, releaseExpanded, type BlockEncoder, type KeyedTable, type Signal } from '@svc/otlp';
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

/**
 * The wait is most of the time from an acknowledgement to a row that can be read; under load a block fills while the one before it is
 * stored. Smaller blocks cost more:
 * inserting and merging spans costs 23 µs of CPU a row in blocks of 15,000 and 12 µs in blocks of 60,000.
 */
const CONSUMER = {
  group: SINK_GROUP,
  maxBytes: 16 * 1024 * 1024,
  maxRecords: 4096,
  maxWaitMs: 400,
  from: 'earliest',
} as const;

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
  const consumers = await Promise.all(
    (Object.keys(TOPIC_OF) as Signal[]).map((signal) => consume(signal, options, memory)),
  );
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

function consume(signal: Signal, { eventLog, columnStore, logger }: SinkOptions, memory: Memory): Promise<Consumer> {
  const writers = new Map<number, PartitionWriter>();
  const writerOf = (partition: number): PartitionWriter => {
    let writer = writers.get(partition);
    if (!writer) writers.set(partition, (writer = new PartitionWriter(signal, columnStore, memory)));
    return writer;
  };
  const lookBack: LookBack = {
    ms: REPEATS_LOOK_BACK_MS,
    begin: (partition) => writerOf(partition).begin(),
    see: (partition, record) => writerOf(partition).see(record),
  };
  return eventLog.consume({ topic: TOPIC_OF[signal], ...CONSUMER, lookBack }, async (batch, abort) => {
    try {
      await writerOf(batch.partition).write(batch, abort);
    } catch (error) {
      logger.warn(
        { err: error, topic: batch.topic, partition: batch.partition, first: batch.firstOffset },
        'batch not stored yet',
      );
      throw error;
    }
  });
}

/** Writes one partition's batches, one after another, with the memory of one encoder. */
class PartitionWriter {
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

/**
 * Names a range of the log for ever. The time of its first record stands in it because offsets alone begin anew when a log is
 * lost or made again, and the store would then take new rows for ones it has.
 */
function rangeOf({ topic, partition, firstOffset, lastOffset, records }: Batch): string {
  return `${topic}/${partition}/${firstOffset}-${lastOffset}@${records[0]?.timestampMs ?? 0}`;
}
