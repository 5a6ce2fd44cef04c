import type { Consumer as KafkaJsConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import { backoffMs } from '../backoff.js';
import type { BatchHandler, Consumer, ConsumerOptions } from '../port.js';
import { LookingBack } from './looking-back.js';
import { HandoverFailed, OwnershipLost, PartitionWorker, toRecord } from './partition-worker.js';
import type { Position } from './ranges.js';

/** The time for which a rebalance waits for a member whose handler is still running. */
const REBALANCE_MS = 120_000;
/** The limit of one response at the broker (fetch.max.bytes) is 55 MiB. */
const MAX_FETCH_BYTES = 50 * 1024 * 1024;
const RESTART_MS = 1_000;

export interface ConsumerContext {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly partitions: number;
  readonly sessionTimeoutMs: number;
  /** Reads the committed positions of the group from the broker. */
  readonly positions: () => Promise<ReadonlyMap<number, Position>>;
  /** Returns the lowest offset of a partition whose record was appended at this time or later, otherwise its end. */
  readonly offsetAt: (partition: number, timeMs: number) => Promise<number>;
  readonly onStopped: () => void;
}

/**
 * A member of a consumer group. Handlers run inside the fetch loop, which rejoins the group only after they have ended;
 * a partition whose handler failed is paused while the others continue.
 */
export class KafkaConsumer implements Consumer {
  private client: KafkaJsConsumer;
  private assignment = new AbortController();
  private looking: LookingBack | undefined;
  private readonly workers = new Map<number, PartitionWorker>();
  private readonly failures = new Map<number, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly joined = Promise.withResolvers<void>();
  private stopped: Promise<void> | undefined;

  private constructor(
    private readonly context: ConsumerContext,
    private readonly options: ConsumerOptions,
    private readonly handler: BatchHandler,
  ) {
    this.client = this.#newClient();
    this.looking = this.#newLookingBack();
  }

  /** Resolves once the member is in its group; rejects if that takes longer than the limit of a rebalance. */
  static async start(
    context: ConsumerContext,
    options: ConsumerOptions,
    handler: BatchHandler,
  ): Promise<KafkaConsumer> {
    const consumer = new KafkaConsumer(context, options, handler);
    const late = consumer.#later(REBALANCE_MS, () =>
      consumer.joined.reject(new Error('the group did not form in time')),
    );
    try {
      await consumer.#run();
      await consumer.joined.promise;
      return consumer;
    } catch (error) {
      await consumer.stop();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  stop(): Promise<void> {
    this.stopped ??= this.#end();
    return this.stopped;
  }

  async #end(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await this.client.disconnect().catch(() => undefined);
    this.context.onStopped();
  }

  #newClient(): KafkaJsConsumer {
    const { maxBytes, maxWaitMs } = this.options;
    const { kafka, groupId, sessionTimeoutMs } = this.context;
    const client = kafka.consumer({
      groupId,
      heartbeatInterval: sessionTimeoutMs / 10,
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: REBALANCE_MS,
      // The broker delays a response until a batch is full or has waited long enough.
      minBytes: Math.min(maxBytes, MAX_FETCH_BYTES),
      maxWaitTimeInMs: maxWaitMs,
      maxBytesPerPartition: Math.min(maxBytes, MAX_FETCH_BYTES),
      maxBytes: MAX_FETCH_BYTES,
    });
    client.on(client.events.GROUP_JOIN, () => {
      this.#loseAssignment();
      this.joined.resolve();
    });
    // The client restarts itself after retriable errors; after others it would stop permanently.
    client.on(client.events.CRASH, ({ payload }) => {
      this.#loseAssignment();
      if (!payload.restart) this.#later(RESTART_MS, () => this.#restart());
    });
    return client;
  }

  async #run(): Promise<void> {
    await this.client.connect();
    // The start of a new group is committed beforehand; after retention has deleted records, the earliest remaining one is right.
    await this.client.subscribe({ topics: [this.options.topic], fromBeginning: true });
    await this.client.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.context.partitions,
      eachBatch: (payload) => this.#onFetch(payload),
    });
  }

  #restart(): void {
    if (this.stopped) return;
    const old = this.client;
    this.client = this.#newClient();
    old.disconnect().catch(() => undefined);
    this.#run().catch(() => this.#later(RESTART_MS, () => this.#restart()));
  }

  async #onFetch(payload: EachBatchPayload): Promise<void> {
    const { partition } = payload.batch;
    const assignment = this.assignment;
    const heartbeat = (): void => void this.#heartbeat(payload, assignment);
    const beating = setInterval(heartbeat, this.context.sessionTimeoutMs / 10);
    try {
      const worker = await this.#getWorker(partition, assignment);
      if (!(await this.#hasLookedBack(payload, worker.position, assignment))) return;
      await worker.work(payload);
      this.failures.delete(partition);
    } catch (error) {
      if (error instanceof OwnershipLost || assignment.signal.aborted) return;
      this.looking?.failed(partition);
      this.#retryLater(partition, error instanceof HandoverFailed ? error.offset : Number(payload.batch.firstOffset()));
    } finally {
      clearInterval(beating);
    }
  }

  /** A worker starts from the position at the broker, also after a failure, because the last commit may not have arrived. */
  async #getWorker(partition: number, assignment: AbortController): Promise<PartitionWorker> {
    const known = this.workers.get(partition);
    if (known) return known;
    const position = (await this.context.positions()).get(partition) ?? { offset: 0 };
    if (assignment.signal.aborted) throw new OwnershipLost();
    const worker = new PartitionWorker(position, this.options, this.handler, assignment.signal);
    this.workers.set(partition, worker);
    return worker;
  }

  /** False while records before the position are still being read; the next fetch then continues. */
  async #hasLookedBack(payload: EachBatchPayload, position: number, assignment: AbortController): Promise<boolean> {
    const { batch } = payload;
    const { topic, partition } = batch;
    if (!this.looking || this.looking.isDone(partition)) return true;
    const step = await this.looking.step(partition, batch.messages.map(toRecord), position);
    if (assignment.signal.aborted) throw new OwnershipLost();
    if (step === 'read-on') payload.resolveOffset(batch.lastOffset());
    else if (step !== 'hand-over') this.client.seek({ topic, partition, offset: String(step.seek) });
    return step === 'hand-over';
  }

  #newLookingBack(): LookingBack | undefined {
    return this.options.lookBack && new LookingBack(this.options.lookBack, this.context.offsetAt);
  }

  #retryLater(partition: number, offset: number): void {
    const { topic } = this.options;
    const failures = (this.failures.get(partition) ?? 0) + 1;
    this.failures.set(partition, failures);
    this.workers.delete(partition);
    this.client.seek({ topic, partition, offset: String(offset) });
    this.client.pause([{ topic, partitions: [partition] }]);
    this.#later(backoffMs(failures), () => this.client.resume([{ topic, partitions: [partition] }]));
  }

  /** During a rebalance members may finish; if the group no longer knows this member, its partitions have been reassigned. */
  async #heartbeat(payload: EachBatchPayload, assignment: AbortController): Promise<void> {
    try {
      await payload.heartbeat();
    } catch (error) {
      const type = (error as { type?: string }).type;
      if (type === 'UNKNOWN_MEMBER_ID' || type === 'ILLEGAL_GENERATION') assignment.abort();
    }
  }

  #loseAssignment(): void {
    this.assignment.abort();
    this.assignment = new AbortController();
    this.workers.clear();
    this.looking = this.#newLookingBack();
  }

  #later(ms: number, action: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.stopped) action();
    }, ms);
    this.timers.add(timer);
    return timer;
  }
}
