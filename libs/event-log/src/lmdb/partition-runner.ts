import { backoffMs } from '../backoff.js';
import type { BatchHandler, ConsumerOptions } from '../port.js';
import { RangeFinder, readRecords } from './batch-reader.js';
import { lookBack } from './look-back.js';
import { pause, type Notifier } from './notifier.js';
import { groupState, type GroupKey, type Tables } from './tables.js';
import type { Writer } from './writer.js';

/** How often appended records are looked for without a notification, which can be lost. */
const POLL_MS = 1_000;

export interface RunnerContext {
  readonly tables: Tables;
  readonly writer: Writer;
  readonly appended: Notifier;
  readonly now: () => number;
}

/**
 * Works through one partition while its lease is held: plan a range, hand it over, commit it, repeat. A plan found at the
 * start, or left by a failed handler, comes first and exactly as it was written.
 */
export class PartitionRunner {
  readonly finished: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly lost = new AbortController();
  private hasLookedBack = false;

  constructor(
    private readonly context: RunnerContext,
    private readonly options: ConsumerOptions,
    private readonly handler: BatchHandler,
    private readonly key: GroupKey,
    private readonly owner: string,
  ) {
    this.finished = this.run();
  }

  /** Ends the loop after the running handler; what it finishes is still committed. */
  stop(): void {
    this.stopping.abort();
  }

  /** Another consumer may own the partition now: aborts the handler's signal and commits nothing more. */
  abandon(): void {
    this.lost.abort();
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        if (!(await this.next())) return this.abandon();
        failures = 0;
      } catch {
        await pause(backoffMs(++failures), this.stopping.signal);
      }
    }
  }

  /** One range from plan to commit. False when the lease is lost; throws when the range has to be handed over again. */
  private async next(): Promise<boolean> {
    const { committed, plan } = this.state();
    const range = plan ?? (await this.waitForRange(committed));
    if (!range) return true;
    if (!plan && !(await this.write('plan', range))) return false;
    const [, , partition] = this.key;
    this.lookBackOnce(range[0]);
    const records = await readRecords(this.context.tables, this.options.topic, partition, range);
    const batch = { topic: this.options.topic, partition, firstOffset: range[0], lastOffset: range[1], records };
    await this.handler({ ...batch, replayed: plan !== undefined }, this.lost.signal);
    return !this.lost.signal.aborted && (await this.commit(range));
  }

  private lookBackOnce(first: number): void {
    if (this.hasLookedBack || !this.options.lookBack) return;
    const [topic, , partition] = this.key;
    lookBack(this.context.tables, topic, partition, first, this.options.lookBack);
    this.hasLookedBack = true;
  }

  /** A handler that succeeded must not run again only because the disk is full: the commit is repeated instead. */
  private async commit(range: readonly [number, number]): Promise<boolean> {
    for (let failures = 1; ; failures++) {
      try {
        return await this.write('commit', range);
      } catch (error) {
        if (this.stopping.signal.aborted) throw error;
        await pause(backoffMs(failures), this.stopping.signal);
      }
    }
  }

  private async waitForRange(first: number): Promise<readonly [number, number] | undefined> {
    const { tables, appended, now } = this.context;
    const finder = new RangeFinder(tables, this.options, this.key[2], first);
    while (!this.stopping.signal.aborted) {
      tables.root.resetReadTxn();
      finder.advance(now());
      const last = finder.closed(now());
      if (last !== undefined) return [first, last];
      await appended.wait(Math.min(POLL_MS, finder.remainingMs(now())), this.stopping.signal);
    }
    return undefined;
  }

  private async write(kind: 'plan' | 'commit', range: readonly [number, number]): Promise<boolean> {
    return (await this.context.writer.run({ kind, key: this.key, owner: this.owner, range })) === 1;
  }

  private state() {
    this.context.tables.root.resetReadTxn();
    return groupState(this.context.tables, this.key);
  }
}
