import {
  REPEATS_LOOK_BACK_MS,
  SINK_GROUP,
  type Consumer,
  type EventLog,
  type LookBack,
  type Topic,
} from '@svc/event-log';
import type { Logger } from '@svc/observability';
import type { PartitionWriter } from './writers/partition-writer.js';

/**
 * The wait is most of the delay between acknowledgement and visibility; under load a block fills while the previous one is inserted. A
 * block costs some 100 ms of CPU whatever its size, so a single request is found soon, and a steady stream becomes a block a second.
 */
const CONSUMER = {
  group: SINK_GROUP,
  maxBytes: 16 * 1024 * 1024,
  maxRecords: 4096,
  maxWaitMs: 400,
  steadyWaitMs: 1_000,
  from: 'earliest',
} as const;

export function consumeTopic(
  topic: Topic,
  { eventLog, logger }: { eventLog: EventLog; logger: Logger },
  makeWriter: () => PartitionWriter,
): Promise<Consumer> {
  const writers = new Map<number, PartitionWriter>();
  const getWriter = (partition: number): PartitionWriter => {
    let writer = writers.get(partition);
    if (!writer) writers.set(partition, (writer = makeWriter()));
    return writer;
  };
  const lookBack: LookBack = {
    ms: REPEATS_LOOK_BACK_MS,
    reset: (partition) => getWriter(partition).resetDedup(),
    observe: (partition, record) => getWriter(partition).observe(record),
  };
  return eventLog.consume({ topic, ...CONSUMER, lookBack }, async (batch, abort) => {
    try {
      await getWriter(batch.partition).write(batch, abort);
    } catch (error) {
      logger.warn(
        { err: error, topic, partition: batch.partition, first: batch.firstOffset },
        'sink could not store a batch; retrying',
      );
      throw error;
    }
  });
}
