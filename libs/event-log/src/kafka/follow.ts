import { randomUUID } from 'node:crypto';
import { ServiceError, unavailable } from '@svc/service-error';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { ConsumerRecord, FollowOptions, LogSlice } from '../port.js';
import { Handover } from './handover.js';
import { LookingBack } from './looking-back.js';
import { toRecord } from './partition-worker.js';

/** Maximum bytes of one response for one partition; the broker sends a larger single record completely. */
const SLICE_BYTES = 2 * 1024 * 1024;
const FETCH_BYTES = 16 * 1024 * 1024;
/**
 * The time for which the broker may delay a response while nothing is appended; also the delay with which the end of
 * reading is noticed.
 */
const WAIT_MS = 250;
/**
 * A restarted broker waits this long for its earlier followers, including this one in another connection. It is the shortest that
 * brokers allow by default; a slower follower only restarts at its position.
 */
const SESSION_MS = 6_000;

export interface FollowContext {
  readonly kafka: Kafka;
  readonly sessionTimeoutMs: number;
  /** Returns the lowest offset of a partition whose record was appended at this time or later, otherwise its end. */
  readonly offsetAt: (partition: number, timeMs: number) => Promise<number>;
}

/**
 * The client reads only as a member of a group, so every follower has its own group that commits nothing; the broker drops
 * it when it leaves. Positions are kept here and set again after every rebalance.
 */
export async function* follow(
  { kafka, offsetAt, ...context }: FollowContext,
  { topic, from, signal, lookBack }: FollowOptions,
): AsyncGenerator<LogSlice> {
  if (signal.aborted) return;
  const sessionTimeoutMs = Math.min(context.sessionTimeoutMs, SESSION_MS);
  const client = kafka.consumer({
    groupId: `follow.${randomUUID()}.${topic}`,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: sessionTimeoutMs / 10,
    minBytes: 1,
    maxWaitTimeInMs: WAIT_MS,
    maxBytesPerPartition: SLICE_BYTES,
    maxBytes: FETCH_BYTES,
  });
  const next = new Map(from);
  const slices = new Handover<LogSlice>();
  const end = (): void => slices.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    const looking = lookBack && new LookingBack(lookBack, offsetAt);
    await start(client, { topic, next, slices, looking, sessionTimeoutMs });
    for (let slice = await slices.take(); slice; slice = await slices.take()) {
      const { partition } = slice;
      const records = unseen(slice, next.get(partition));
      const last = records.at(-1);
      if (!last) continue;
      next.set(partition, last.offset + 1);
      yield { partition, records };
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : unavailable(error);
  } finally {
    signal.removeEventListener('abort', end);
    slices.close();
    await client.disconnect().catch(() => undefined);
  }
}

interface Reading {
  readonly topic: string;
  readonly next: ReadonlyMap<number, number>;
  readonly slices: Handover<LogSlice>;
  readonly looking: LookingBack | undefined;
  readonly sessionTimeoutMs: number;
}

async function start(client: Consumer, reading: Reading): Promise<void> {
  const { topic, next, slices, looking } = reading;
  client.on(client.events.GROUP_JOIN, () => {
    for (const [partition, offset] of next) {
      looking?.failed(partition);
      client.seek({ topic, partition, offset: String(offset) });
    }
  });
  // The client restarts itself after retriable errors; after others the caller restarts.
  client.on(client.events.CRASH, ({ payload }) => {
    if (!payload.restart) slices.fail(unavailable(payload.error));
  });
  await client.connect();
  // If retention has deleted an offset, reading continues at the earliest remaining one.
  await client.subscribe({ topics: [topic], fromBeginning: true });
  await client.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: Math.max(1, next.size),
    eachBatch: async (payload) => {
      const beating = setInterval(() => beat(payload), reading.sessionTimeoutMs / 10);
      try {
        await pass(client, payload, reading);
      } finally {
        clearInterval(beating);
      }
    },
  });
}

async function pass(client: Consumer, payload: EachBatchPayload, reading: Reading): Promise<void> {
  const { topic, next, slices, looking } = reading;
  const { batch } = payload;
  const { partition } = batch;
  const offset = next.get(partition);
  if (offset === undefined) return client.pause([{ topic, partitions: [partition] }]);
  const records = batch.messages.map(toRecord);
  const step = (await looking?.step(partition, records, offset)) ?? 'hand-over';
  if (typeof step === 'object') return client.seek({ topic, partition, offset: String(step.seek) });
  if (step === 'hand-over') await slices.put({ partition, records });
  payload.resolveOffset(batch.lastOffset());
}

/** Sends heartbeats, so that a slow caller does not lose its place in the group. */
function beat(payload: EachBatchPayload): void {
  payload.heartbeat().catch(() => undefined);
}

/** Filters out records that arrive a second time, as after a rebalance. */
function unseen({ records }: LogSlice, next = 0): readonly ConsumerRecord[] {
  return records.filter(({ offset }) => offset >= next);
}
