import { deadline } from '@svc/config';
import { ServiceError, unavailable } from '@svc/service-error';
import { Kafka, logLevel, type Admin, type KafkaConfig, type RetryOptions } from 'kafkajs';
import { checkName, choosePartition } from '../partition.js';
import {
  KAFKA_RETENTION_MS,
  type BatchHandler,
  type Consumer,
  type ConsumerOptions,
  type EventLog,
  type FollowOptions,
  type LogSlice,
  type PartitionLag,
  type PartitionPosition,
  type ProducerRecord,
} from '../port.js';
import { AdminSource, ofAll } from './admin-source.js';
import { follow } from './follow.js';
import { KafkaConsumer } from './kafka-consumer.js';
import { ProducerQueue, ProducerSource } from './producer-queue.js';
import { decodePosition, type Position } from './ranges.js';

/** An append or a read fails after about 2 s in total; consumers retry indefinitely. */
const RETRY: RetryOptions = { retries: 4, initialRetryTime: 100, maxRetryTime: 1_000 };
const CHECK_MS = deadline(5_000);
/** Room for keys and headers in addition to the value. */
const ENVELOPE_BYTES = 256 * 1024;
/** Number of recent records that the mean size is of. */
const MEAN_RECORDS = 100;

export interface KafkaEventLogOptions {
  readonly brokers: readonly string[];
  readonly clientId?: string;
  /** Partitions and replicas of created topics; existing topics keep theirs. Default 12 and 1. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
  /** The time for which a created topic keeps records, committed or not; default 48 h. */
  readonly retentionMs?: number;
  /** A record with a larger value is refused with `payload_too_large`; default 32 MiB. */
  readonly maxRecordBytes?: number;
  /** A consumer without a heartbeat for this long loses its partitions; default 30 s. */
  readonly sessionTimeoutMs?: number;
  readonly ssl?: KafkaConfig['ssl'];
  readonly sasl?: KafkaConfig['sasl'];
  /** Receives warnings and errors of the client. */
  readonly onLog?: (message: string) => void;
}

/** The event log of several machines. A group is one Kafka consumer group per topic, named `<group>.<topic>`. */
export class KafkaEventLog implements EventLog {
  private readonly settings: KafkaEventLogOptions & { maxRecordBytes: number };
  private readonly kafka: Kafka;
  private readonly admin: AdminSource;
  private readonly producers: ProducerSource;
  private readonly queues = new Map<string, ProducerQueue>();
  private readonly topics = new Map<string, Promise<number>>();
  private readonly consumers = new Set<KafkaConsumer>();
  private readonly closed = new AbortController();
  private closing: Promise<void> | undefined;
  /** Mean size of the values that this process has appended lately. */
  private meanBytes = 0;

  /** Connects on first use. */
  constructor(options: KafkaEventLogOptions) {
    this.settings = { maxRecordBytes: 32 * 1024 * 1024, ...options };
    this.kafka = new Kafka(clientConfig(options));
    this.admin = new AdminSource(() => this.kafka.admin({ retry: RETRY }));
    this.producers = new ProducerSource(() => this.kafka.producer({ idempotent: true, retry: RETRY }));
  }

  async append(topic: string, record: ProducerRecord): Promise<{ partition: number; offset: number }> {
    const { key, value, headers } = record;
    if (value.byteLength > this.settings.maxRecordBytes) throw new ServiceError('payload_too_large');
    const partition = choosePartition(key, await this.#partitions(topic));
    this.#refuseWhenClosed();
    let queue = this.queues.get(topic);
    if (!queue) this.queues.set(topic, (queue = new ProducerQueue(topic, this.producers)));
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const offset = await queue.append({ partition, key, value: bytes, headers: { ...headers } });
    this.meanBytes += (value.byteLength - this.meanBytes) / MEAN_RECORDS;
    return { partition, offset };
  }

  async consume(options: ConsumerOptions, handler: BatchHandler): Promise<Consumer> {
    const { topic, group, from } = options;
    checkName('group', group);
    const partitions = await this.#partitions(topic);
    const groupId = toGroupId(topic, group);
    if (from === 'latest') await this.#startAtLatest(topic, groupId, partitions);
    const context = {
      kafka: this.kafka,
      groupId,
      partitions,
      sessionTimeoutMs: this.#sessionTimeoutMs,
      positions: () => this.admin.use((admin) => fetchPositions(admin, topic, groupId, partitions)),
      offsetAt: (partition: number, timeMs: number) => this.#offsetAt(topic, partition, timeMs),
      onStopped: () => this.consumers.delete(consumer),
    };
    const consumer: KafkaConsumer = await KafkaConsumer.start(context, options, handler).catch(asUnavailable);
    this.consumers.add(consumer);
    return consumer;
  }

  async lag(topic: string, group: string): Promise<readonly PartitionLag[]> {
    const partitions = await this.#partitions(topic);
    return this.admin.use(async (admin) => {
      const positions = await fetchPositions(admin, topic, toGroupId(topic, group), partitions);
      const ends = await ofAll(admin.fetchTopicOffsets(topic), partitions);
      return ends
        .map(({ partition, high, low }) => {
          const committedOffset = positions.get(partition)?.offset ?? Number(low);
          const endOffset = Number(high);
          return { partition, committedOffset, endOffset, bytes: (endOffset - committedOffset) * this.meanBytes };
        })
        .toSorted((a, b) => a.partition - b.partition);
    });
  }

  async positions(topic: string): Promise<readonly PartitionPosition[]> {
    this.#refuseWhenClosed();
    checkName('topic', topic);
    return this.admin.use(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata();
      const known = topics.find(({ name }) => name === topic);
      if (!known) return [];
      const offsets = await ofAll(admin.fetchTopicOffsets(topic), known.partitions.length);
      return offsets
        .map(({ partition, low, high }) => ({ partition, firstOffset: Number(low), endOffset: Number(high) }))
        .toSorted((a, b) => a.partition - b.partition);
    });
  }

  async ensureTopic(topic: string): Promise<void> {
    await this.#partitions(topic);
  }

  follow(options: FollowOptions): AsyncIterable<LogSlice> {
    const signal = AbortSignal.any([options.signal, this.closed.signal]);
    const offsetAt = (partition: number, timeMs: number) => this.#offsetAt(options.topic, partition, timeMs);
    return follow({ kafka: this.kafka, sessionTimeoutMs: this.#sessionTimeoutMs, offsetAt }, { ...options, signal });
  }

  async check(): Promise<void> {
    this.#refuseWhenClosed();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable(new Error('the brokers do not respond'))), CHECK_MS);
    });
    try {
      await Promise.race([this.admin.use((admin) => admin.describeCluster()), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.#end();
    return this.closing;
  }

  async #end(): Promise<void> {
    this.closed.abort();
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await Promise.all([...this.queues.values()].map((queue) => queue.idle()));
    await Promise.all([this.producers.close(), this.admin.close()]);
  }

  #offsetAt(topic: string, partition: number, timeMs: number): Promise<number> {
    return this.admin.use(async (admin) => {
      const request = admin.fetchTopicOffsetsByTimestamp(topic, Math.max(0, timeMs));
      const [start] = await ofAll(
        request.then((offsets) => offsets.filter((one) => one.partition === partition)),
        1,
      );
      return Number(start?.offset);
    });
  }

  get #sessionTimeoutMs(): number {
    return this.settings.sessionTimeoutMs ?? 30_000;
  }

  #refuseWhenClosed(): void {
    if (this.closing) throw unavailable(new Error('the event log is closed'));
  }

  /** Returns the partitions of a topic, which is created on first use. */
  #partitions(topic: string): Promise<number> {
    let known = this.topics.get(topic);
    if (!known) {
      known = this.#createTopic(topic);
      this.topics.set(topic, known);
      known.catch(() => this.topics.delete(topic));
    }
    return known;
  }

  #createTopic(topic: string): Promise<number> {
    checkName('topic', topic);
    this.#refuseWhenClosed();
    const { partitions = 12, replicationFactor = 1, retentionMs = KAFKA_RETENTION_MS, maxRecordBytes } = this.settings;
    const configEntries = [
      { name: 'max.message.bytes', value: String(maxRecordBytes + ENVELOPE_BYTES) },
      { name: 'retention.ms', value: String(retentionMs) },
      // A majority of three replicas; with fewer replicas, all of them.
      { name: 'min.insync.replicas', value: String(Math.min(2, replicationFactor)) },
    ];
    return this.admin.use(async (admin) => {
      await admin.createTopics({
        waitForLeaders: true,
        topics: [{ topic, numPartitions: partitions, replicationFactor, configEntries }],
      });
      // Requesting the metadata of this topic alone would replace that of the others in the client.
      const request = admin.fetchTopicMetadata().then(({ topics }) => topics.filter(({ name }) => name === topic));
      const [created] = await ofAll(request, 1);
      return created?.partitions.length ?? partitions;
    });
  }

  /**
   * Commits the current end of partitions for which the group has no offset yet. Offsets of a group can only be written from
   * outside while it is empty; a member that is already running has done this itself.
   */
  async #startAtLatest(topic: string, groupId: string, partitions: number): Promise<void> {
    await this.admin.use(async (admin) => {
      const known = await fetchPositions(admin, topic, groupId, partitions);
      const ends = await ofAll(admin.fetchTopicOffsets(topic), partitions);
      const missing = ends.filter(({ partition }) => !known.has(partition));
      if (missing.length === 0) return;
      const starts = missing.map(({ partition, high }) => ({ partition, offset: high }));
      await admin.setOffsets({ groupId, topic, partitions: starts });
    });
  }
}

function clientConfig({ brokers, clientId = 'svc', ssl, sasl, onLog }: KafkaEventLogOptions): KafkaConfig {
  return {
    brokers: [...brokers],
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 5 },
    logLevel: onLog ? logLevel.WARN : logLevel.NOTHING,
    logCreator: () => (entry) => onLog?.(`${entry.namespace}: ${entry.log.message}`),
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
  };
}

/** kafkajs requires all members of a group to read the same topics, whereas a group of the port reads one topic per consumer. */
function toGroupId(topic: string, group: string): string {
  return `${group}.${topic}`;
}

/** Partitions without a committed offset are omitted. */
async function fetchPositions(
  admin: Admin,
  topic: string,
  groupId: string,
  partitions: number,
): Promise<Map<number, Position>> {
  const request = admin.fetchOffsets({ groupId, topics: [topic] }).then(([answer]) => answer?.partitions);
  const committed = (await ofAll(request, partitions)).filter(({ offset }) => Number(offset) >= 0);
  return new Map(committed.map(({ partition, offset, metadata }) => [partition, decodePosition(offset, metadata)]));
}

function asUnavailable(error: unknown): never {
  throw error instanceof ServiceError ? error : unavailable(error);
}
