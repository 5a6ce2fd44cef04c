import {
  REPEATS_LOOK_BACK_MS,
  SINK_GROUP,
  type Consumer,
  type EventLog,
  type LookBack,
  type Topic,
} from '@svc/event-log';
import type { Logger } from '@svc/observability';
import type { PartitionWriter } from './partition-writer.js';

/**
 * The wait is most of the time from an acknowledgement to a row that can be read; under load a block fills while the one before it is
 * stored. A shorter one creates smaller blocks, in which each row costs more to insert and to merge.
 */
const CONSUMER = {
  group: SINK_GROUP,
  maxBytes: 16 * 1024 * 1024,
  maxRecords: 4096,
  maxWaitMs: 400,
  from: 'earliest',
} as const;

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
    reset: (partition) => writerOf(partition).resetDedup(),
    observe: (partition, record) => writerOf(partition).observe(record),
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
