import {
  REPEATS_LOOK_BACK_MS,
  SINK_GROUP,
  type Batch,
  type Consumer,
  type EventLog,
  type LookBack,
  type PastRecord,
  type Topic,
} from '@svc/event-log';
import type { Logger } from '@svc/observability';

/**
 * The wait is most of the time from an acknowledgement to a row that can be read; under load a block fills while the one before it is
 * stored. A shorter one makes smaller blocks, of which each row costs more to insert and to merge.
 */
const CONSUMER = {
  group: SINK_GROUP,
  maxBytes: 16 * 1024 * 1024,
  maxRecords: 4096,
  maxWaitMs: 400,
  from: 'earliest',
} as const;

/** Writes one partition's batches, one after another. */
export interface PartitionWriter {
  /** Another sink may have written this partition, so what this one has seen of it may have gaps. */
  begin(): void;
  /** Takes note of what an earlier sink has written: a retry of it may come yet. */
  see(record: PastRecord): void;
  /** Resolves when every row of the batch is stored. */
  write(batch: Batch, signal: AbortSignal): Promise<void>;
}

export function consumeTopic(
  topic: Topic,
  { eventLog, logger }: { eventLog: EventLog; logger: Logger },
  makeWriter: () => PartitionWriter,
): Promise<Consumer> {
  const writers = new Map<number, PartitionWriter>();
  const writerOf = (partition: number): PartitionWriter => {
    let writer = writers.get(partition);
    if (!writer) writers.set(partition, (writer = makeWriter()));
    return writer;
  };
  const lookBack: LookBack = {
    ms: REPEATS_LOOK_BACK_MS,
    begin: (partition) => writerOf(partition).begin(),
    see: (partition, record) => writerOf(partition).see(record),
  };
  return eventLog.consume({ topic, ...CONSUMER, lookBack }, async (batch, abort) => {
    try {
      await writerOf(batch.partition).write(batch, abort);
    } catch (error) {
      logger.warn({ err: error, topic, partition: batch.partition, first: batch.firstOffset }, 'batch not stored yet');
      throw error;
    }
  });
}

/**
 * Names a range of the log for ever. The time of its first record stands in it because offsets alone begin anew when a log is
 * lost or made again, and the store would then take new rows for ones it has.
 */
export function rangeOf({ topic, partition, firstOffset, lastOffset, records }: Batch): string {
  return `${topic}/${partition}/${firstOffset}-${lastOffset}@${records[0]?.timestampMs ?? 0}`;
}
