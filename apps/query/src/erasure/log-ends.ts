import { SINK_TOPICS, type EventLog } from '@svc/event-log';

/** The end of a partition of the event log. */
export interface LogEnd {
  readonly topic: string;
  readonly partition: number;
  /** Offset of the next record. */
  readonly endOffset: number;
}

/** The present ends of all topics: everything that was accepted so far is below them. */
export async function readLogEnds(eventLog: EventLog): Promise<LogEnd[]> {
  const topics = SINK_TOPICS.map(async (topic) =>
    (await eventLog.positions(topic)).map(({ partition, endOffset }) => ({ topic, partition, endOffset })),
  );
  return (await Promise.all(topics)).flat();
}

/** Whether retention has deleted every record below these ends. */
export async function isLogCleared(eventLog: EventLog, ends: readonly LogEnd[]): Promise<boolean> {
  for (const [topic, ofTopic] of Map.groupBy(ends, (end) => end.topic)) {
    const positions = await eventLog.positions(topic);
    const first = new Map(positions.map(({ partition, firstOffset }) => [partition, firstOffset]));
    // A partition that no longer exists holds nothing.
    if (ofTopic.some(({ partition, endOffset }) => (first.get(partition) ?? endOffset) < endOffset)) return false;
  }
  return true;
}
