import { SINK_GROUP, SINK_TOPICS, type EventLog, type Topic } from '@svc/event-log';

export interface Lag {
  readonly records: number;
  /** Sizes of the requests as they are in the log. */
  readonly bytes: number;
}

/** Reads the number and the bytes of accepted records that are not stored yet, by topic. */
export async function readLags(eventLog: EventLog): Promise<ReadonlyMap<Topic, Lag>> {
  const lags = new Map<Topic, Lag>();
  for (const topic of SINK_TOPICS) {
    let [records, bytes] = [0, 0];
    for (const partition of await eventLog.lag(topic, SINK_GROUP)) {
      records += partition.endOffset - partition.committedOffset;
      bytes += partition.bytes;
    }
    lags.set(topic, { records, bytes });
  }
  return lags;
}

export async function readLagBytes(eventLog: EventLog): Promise<number> {
  let total = 0;
  for (const { bytes } of (await readLags(eventLog)).values()) total += bytes;
  return total;
}
