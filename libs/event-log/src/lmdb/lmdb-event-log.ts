import { ServiceError, unavailable } from '@svc/service-error';
import { checkName, choosePartition } from '../partition.js';
import type {
  BatchHandler,
  Consumer,
  ConsumerOptions,
  EventLog,
  FollowOptions,
  LogSlice,
  PartitionLag,
  PartitionPosition,
  ProducerRecord,
} from '../port.js';
import { LmdbConsumer, type LeaseTimes } from './consumer/consumer.js';
import { follow } from './consumer/follow.js';
import { Commits, Notifier, watchTransactions } from './notifier.js';
import { SWEEP_LIMIT } from './storage/sweep.js';
import { openTables, type Tables } from './storage/tables.js';
import { firstOffset, type Result } from './writer/commands.js';
import { Writer } from './writer/writer.js';

const HOUR_MS = 3_600_000;
/** Share of `maxBytes` beyond which committed records are kept only as long as there is room. */
const RETENTION_PRESSURE = 0.75;
/** Minimum interval of sweeps of a full log. */
const FULL_SWEEP_MS = 500;
/** Retry delay in seconds: exporters give up if they must wait more than a few seconds. */
const RETRY_AFTER_SECONDS = 2;
const GIB = 1024 ** 3;

export interface LmdbEventLogOptions {
  /** Directory of the log only; several processes of one machine may open it concurrently. */
  readonly directory: string;
  /** Partitions of a topic, fixed when the topic is first used; default 4. */
  readonly partitions?: number;
  /** A record with a larger value is refused with `payload_too_large`; default 32 MiB. */
  readonly maxRecordBytes?: number;
  /** Maximum bytes of retained records; beyond it appends are `unavailable` until retention frees space. Default 64 GiB. */
  readonly maxBytes?: number;
  /** Records are kept until every group has committed them, and this long while the log is small; default 24 h. */
  readonly replayWindowMs?: number;
  /** While the log is larger than this, committed records are kept for a shorter time; default 256 MiB. */
  readonly keepBytes?: number;
  /**
   * Committed records are kept at least this long; default 15 minutes, which is more than any look-back at a log needs.
   * Only while the log is three quarters full are they kept as long as there is room.
   */
  readonly leastWindowMs?: number;
  /**
   * Milliseconds between checks for appends by other processes. Default 25; grows to 40 times this in quiet periods.
   */
  readonly pollMs?: number;
  /** Interval of retention runs; default 60 s. With 0, it runs only when `sweep` is called. */
  readonly sweepIntervalMs?: number;
  readonly leases?: LeaseTimes;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The event log of a single machine. */
export class LmdbEventLog implements EventLog {
  private readonly appended = new Notifier();
  private readonly commits: Commits;
  private readonly writer: Writer;
  private readonly topics = new Map<string, Promise<number>>();
  private readonly consumers = new Set<LmdbConsumer>();
  private readonly sweeping: NodeJS.Timeout | undefined;
  private endWatching: (() => void) | undefined;
  private sweepingFull: NodeJS.Timeout | undefined;
  private readonly closed = new AbortController();
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly settings: Required<LmdbEventLogOptions>,
    private readonly tables: Tables,
    mapBytes: number,
  ) {
    const { directory, maxBytes, sweepIntervalMs, pollMs } = settings;
    this.commits = new Commits(directory, pollMs);
    this.writer = new Writer({ directory, mapBytes, maxBytes }, () => {
      this.appended.notify();
      this.commits.announce();
    });
    if (sweepIntervalMs > 0) {
      this.sweeping = setInterval(() => void this.sweep().catch(() => undefined), sweepIntervalMs).unref();
    }
  }

  /** Rejects with `unavailable` if the directory cannot be written. */
  static async open(options: LmdbEventLogOptions): Promise<LmdbEventLog> {
    const settings: Required<LmdbEventLogOptions> = {
      partitions: 4,
      maxRecordBytes: 32 * 1024 * 1024,
      maxBytes: 64 * GIB,
      replayWindowMs: 24 * HOUR_MS,
      keepBytes: 256 * 1024 * 1024,
      leastWindowMs: HOUR_MS / 4,
      pollMs: 25,
      sweepIntervalMs: 60_000,
      leases: { claimMs: 500, renewMs: 5_000, staleMs: 20_000 },
      now: Date.now,
      ...options,
    };
    // Reserves address space only, with room for fragmentation, so that our own limit is reached before that of the map. A plain product,
    // because a shifted one overflows 32 bits and the engine crashes on a negative size.
    const mapBytes = 2 * settings.maxBytes + GIB;
    try {
      const log = new LmdbEventLog(settings, openTables(settings.directory, mapBytes), mapBytes);
      await log.check();
      return log;
    } catch (error) {
      throw error instanceof ServiceError ? error : unavailable(error);
    }
  }

  async append(topic: string, record: ProducerRecord): Promise<{ partition: number; offset: number }> {
    if (record.value.byteLength > this.settings.maxRecordBytes) throw new ServiceError('payload_too_large');
    const partition = choosePartition(record.key, await this.#partitions(topic));
    const { key, headers, value } = record;
    const offset = await this.writer.append(
      topic,
      partition,
      { timestampMs: this.settings.now(), key, headers },
      value,
    );
    if (offset === 'full') this.#sweepFull();
    return { partition, offset: refuseFull(offset) };
  }

  async consume(options: ConsumerOptions, handler: BatchHandler): Promise<Consumer> {
    checkName('group', options.group);
    const { topic, group, from } = options;
    const partitions = await this.#partitions(topic);
    await this.writer.run({ kind: 'joinGroup', topic, group, from });
    const { now, pollMs: everyMs, leases } = this.settings;
    this.endWatching ??= watchTransactions(this.tables, this.appended, { everyMs, commits: this.commits });
    const context = { tables: this.tables, writer: this.writer, appended: this.appended, now };
    const consumer: LmdbConsumer = new LmdbConsumer(context, leases, partitions, options, handler, () =>
      this.consumers.delete(consumer),
    );
    this.consumers.add(consumer);
    return consumer;
  }

  async lag(topic: string, group: string): Promise<readonly PartitionLag[]> {
    const partitions = await this.#partitions(topic);
    this.tables.root.resetReadTxn();
    return Array.from({ length: partitions }, (_, partition) => {
      const endOffset = this.tables.heads.get([topic, partition]) ?? 0;
      const state = this.tables.groups.get([topic, group, partition]);
      const committedOffset = state?.committed ?? firstOffset(this.tables, topic, partition, endOffset);
      const first = this.tables.index.get([topic, partition, committedOffset]);
      const last = this.tables.index.get([topic, partition, endOffset - 1]);
      return { partition, committedOffset, endOffset, bytes: first && last ? last.b + last.n - first.b : 0 };
    });
  }

  positions(topic: string): Promise<readonly PartitionPosition[]> {
    if (this.closing) return Promise.reject(unavailable(new Error('the event log is closed')));
    const { tables } = this;
    tables.root.resetReadTxn();
    const partitions = tables.topics.get(topic)?.partitions ?? 0;
    const positions = Array.from({ length: partitions }, (_, partition) => {
      const endOffset = tables.heads.get([topic, partition]) ?? 0;
      return { partition, firstOffset: firstOffset(tables, topic, partition, endOffset), endOffset };
    });
    return Promise.resolve(positions);
  }

  async ensureTopic(topic: string): Promise<void> {
    await this.#partitions(topic);
  }

  follow(options: FollowOptions): AsyncIterable<LogSlice> {
    const signal = AbortSignal.any([options.signal, this.closed.signal]);
    const { tables, appended, settings } = this;
    return follow({ tables, appended, pollMs: settings.pollMs }, { ...options, signal });
  }

  async check(): Promise<void> {
    refuseFull(await this.writer.run({ kind: 'probe', nowMs: this.settings.now() }));
  }

  /**
   * Deletes records that every group has committed and that are older than the replay window. While the log is too large, the window is
   * halved. Runs periodically; resolves with the number of deleted records.
   */
  async sweep(): Promise<number> {
    // A killed process does not release its reader slot, and the pages that it saw could never be reused.
    this.tables.root.readerCheck();
    const { replayWindowMs, keepBytes, leastWindowMs, maxBytes } = this.settings;
    let windowMs = replayWindowMs;
    let total = await this.#sweepBefore(this.settings.now() - windowMs);
    const shrink = async (leastMs: number, limitBytes: number): Promise<void> => {
      while (windowMs > leastMs && this.#usedBytes() > limitBytes) {
        windowMs = windowMs < 1000 ? leastMs : Math.max(leastMs, windowMs / 2);
        total += await this.#sweepBefore(this.settings.now() - windowMs);
      }
    };
    await shrink(leastWindowMs, keepBytes);
    await shrink(0, RETENTION_PRESSURE * maxBytes);
    return total;
  }

  #usedBytes(): number {
    this.tables.root.resetReadTxn();
    return this.tables.counters.get('bytes') ?? 0;
  }

  #sweepFull(): void {
    this.sweepingFull ??= setTimeout(() => {
      const done = (): void => (this.sweepingFull = undefined);
      if (!this.closing) void this.sweep().then(done, done);
    }, FULL_SWEEP_MS).unref();
  }

  async #sweepBefore(beforeMs: number): Promise<number> {
    let total = 0;
    this.tables.root.resetReadTxn();
    for (const { key: topic, value } of [...this.tables.topics.getRange()]) {
      for (let partition = 0; partition < value.partitions; partition++) {
        let deleted = SWEEP_LIMIT;
        while (deleted === SWEEP_LIMIT) {
          deleted = Number(await this.writer.run({ kind: 'sweep', topic, partition, beforeMs }));
          total += deleted;
        }
      }
    }
    return total;
  }

  close(): Promise<void> {
    this.closing ??= this.#end();
    return this.closing;
  }

  async #end(): Promise<void> {
    clearInterval(this.sweeping);
    clearTimeout(this.sweepingFull);
    this.closed.abort();
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    this.endWatching?.();
    await this.writer.close();
    this.commits.close();
    await this.tables.root.close();
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

  async #createTopic(topic: string): Promise<number> {
    checkName('topic', topic);
    return Number(await this.writer.run({ kind: 'createTopic', topic, partitions: this.settings.partitions }));
  }
}

function refuseFull(result: Result): number {
  if (result === 'full') throw unavailable(new Error('the event log is full'), RETRY_AFTER_SECONDS);
  return result;
}
