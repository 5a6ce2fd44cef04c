import { backoffMs } from '../../backoff.js';
import type { BatchHandler, ConsumerOptions } from '../../port.js';
import { pause, type Notifier } from '../notifier.js';
import { groupState, type GroupKey, type Tables } from '../storage/tables.js';
import type { Writer } from '../writer/writer.js';
import { RangeFinder, readRecords } from './batch-reader.js';
import { lookBack } from './look-back.js';
import { Stream } from './stream.js';

/** Interval of checks for appended records, because a notification can be lost. */
const POLL_MS = 5_000;

export interface RunnerContext {
  readonly tables: Tables;
  readonly writer: Writer;
  readonly appended: Notifier;
  readonly now: () => number;
}

/**
 * Processes one partition while its lease is held: plans a range, delivers it, commits it, and repeats. A plan found at the
 * start, or left by a failed handler, is processed first and unchanged.
 */
export class PartitionRunner {
  readonly finished: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly lost = new AbortController();
  private hasLookedBack = false;
  private readonly stream: Stream;

  constructor(
    private readonly context: RunnerContext,
    private readonly options: ConsumerOptions,
    private readonly handler: BatchHandler,
    private readonly key: GroupKey,
    private readonly owner: string,
  ) {
    this.stream = new Stream(options);
    this.finished = this.#run();
  }

  /** Stops the loop after the running handler, whose range is still committed. */
  stop(): void {
    this.stopping.abort();
  }

  /** Called when another consumer may own the partition: aborts the signal of the handler and commits nothing more. */
  abandon(): void {
    this.lost.abort();
    this.stopping.abort();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        if (!(await this.#next())) return this.abandon();
        failures = 0;
      } catch {
        await pause(backoffMs(++failures), this.stopping.signal);
      }
    }
  }

  /** Processes one range from plan to commit. Returns false if the lease is lost; throws if the range must be redelivered. */
  async #next(): Promise<boolean> {
    const { committed, plan } = this.#state();
    const range = plan ?? (await this.#waitForRange(committed));
    if (!range) return true;
    if (!plan && !(await this.#write('plan', range))) return false;
    const [, , partition] = this.key;
    this.#lookBackOnce(range[0]);
    const records = await readRecords(this.context.tables, this.options.topic, partition, range);
    const batch = { topic: this.options.topic, partition, firstOffset: range[0], lastOffset: range[1], records };
    await this.handler({ ...batch, replayed: plan !== undefined }, this.lost.signal);
    return !this.lost.signal.aborted && (await this.#commit(range));
  }

  #lookBackOnce(first: number): void {
    if (this.hasLookedBack || !this.options.lookBack) return;
    const [topic, , partition] = this.key;
    lookBack(this.context.tables, topic, partition, first, this.options.lookBack);
    this.hasLookedBack = true;
  }

  /** A successful handler must not run again because the disk is full, so the commit is retried instead. */
  async #commit(range: readonly [number, number]): Promise<boolean> {
    for (let failures = 1; ; failures++) {
      try {
        return await this.#write('commit', range);
      } catch (error) {
        if (this.stopping.signal.aborted) throw error;
        await pause(backoffMs(failures), this.stopping.signal);
      }
    }
  }

  async #waitForRange(first: number): Promise<readonly [number, number] | undefined> {
    const { tables, appended, now } = this.context;
    const finder = new RangeFinder(tables, this.options, this.key[2], first, this.stream);
    while (!this.stopping.signal.aborted) {
      tables.root.resetReadTxn();
      finder.advance(now());
      const last = finder.closed(now());
      if (last !== undefined) {
        this.stream.end(now());
        return [first, last];
      }
      await appended.wait(Math.min(POLL_MS, finder.remainingMs(now())), this.stopping.signal);
    }
    return undefined;
  }

  async #write(kind: 'plan' | 'commit', range: readonly [number, number]): Promise<boolean> {
    return (await this.context.writer.run({ kind, key: this.key, owner: this.owner, range })) === 1;
  }

  #state() {
    this.context.tables.root.resetReadTxn();
    return groupState(this.context.tables, this.key);
  }
}
