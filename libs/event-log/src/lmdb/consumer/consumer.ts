import type { BatchHandler, Consumer, ConsumerOptions } from '../../port.js';
import { Notifier } from '../notifier.js';
import { isDead, newOwner } from '../storage/owner.js';
import { groupState, type GroupKey, type Lease } from '../storage/tables.js';
import { PartitionRunner, type RunnerContext } from './partition-runner.js';

export interface LeaseTimes {
  /** Interval of checks for free partitions, which only read. */
  readonly claimMs: number;
  /** Interval of heartbeats, each of which is a synced write. */
  readonly renewMs: number;
  /** Time without a heartbeat after which a partition is taken over from a process that is still running. */
  readonly staleMs: number;
}

/**
 * Acquires leases on the free partitions of the group and processes each partition. The lease is checked in the
 * transaction of every plan and commit, so a holder whose lease has expired cannot disturb its successor.
 */
export class LmdbConsumer implements Consumer {
  private readonly owner = newOwner();
  private readonly runners = new Map<number, PartitionRunner>();
  private readonly stopping = new AbortController();
  private readonly partitionFreed = new Notifier();
  private readonly finished: Promise<void>;

  constructor(
    private readonly context: RunnerContext,
    private readonly times: LeaseTimes,
    private readonly partitions: number,
    private readonly options: ConsumerOptions,
    private readonly handler: BatchHandler,
    private readonly onStopped: () => void,
  ) {
    this.finished = this.#run();
  }

  stop(): Promise<void> {
    this.stopping.abort();
    return this.finished;
  }

  async #run(): Promise<void> {
    // A failed write (full disk) is retried at the next heartbeat; until then the leases do not change.
    const endRenewing = every(this.times.renewMs, () => void this.#renew().catch(() => undefined));
    while (!this.stopping.signal.aborted) {
      await this.#claim().catch(() => undefined);
      const holdsAll = this.runners.size === this.partitions;
      await this.partitionFreed.wait(holdsAll ? this.times.renewMs : this.times.claimMs, this.stopping.signal);
    }
    for (const runner of this.runners.values()) runner.stop();
    await Promise.all([...this.runners.values()].map((runner) => runner.finished));
    endRenewing();
    const keys = [...this.runners.keys()].map((partition) => this.#key(partition));
    await this.context.writer.run({ kind: 'release', keys, owner: this.owner.id }).catch(() => undefined);
    this.onStopped();
  }

  async #renew(): Promise<void> {
    const keys = [...this.runners.keys()].map((partition) => this.#key(partition));
    if (keys.length === 0) return;
    const held = await this.context.writer.run({ kind: 'renew', keys, lease: this.#lease() });
    if (held === keys.length) return;
    this.context.tables.root.resetReadTxn();
    for (const key of keys) {
      if (groupState(this.context.tables, key).lease?.owner.id !== this.owner.id) this.runners.get(key[2])?.abandon();
    }
  }

  async #claim(): Promise<void> {
    if (this.runners.size === this.partitions) return;
    this.context.tables.root.resetReadTxn();
    for (let partition = 0; partition < this.partitions; partition++) {
      if (this.stopping.signal.aborted) return;
      if (this.runners.has(partition)) continue;
      const key = this.#key(partition);
      const replaces = groupState(this.context.tables, key).lease;
      if (replaces && !this.#mayReplace(replaces)) continue;
      const won = await this.context.writer.run({ kind: 'claim', key, replaces, lease: this.#lease() });
      if (won === 1) this.#start(key);
    }
  }

  #start(key: GroupKey): void {
    const runner = new PartitionRunner(this.context, this.options, this.handler, key, this.owner.id);
    this.runners.set(key[2], runner);
    void runner.finished.then(() => {
      if (this.stopping.signal.aborted) return;
      this.runners.delete(key[2]);
      this.partitionFreed.notify();
    });
  }

  #mayReplace(lease: Lease): boolean {
    return isDead(lease.owner) || this.context.now() - lease.heartbeatMs > this.times.staleMs;
  }

  #lease(): Lease {
    return { owner: this.owner, heartbeatMs: this.context.now() };
  }

  #key(partition: number): GroupKey {
    return [this.options.topic, this.options.group, partition];
  }
}

/**
 * Calls a function at the same moments in all threads of the machine, so that all consumers renew their leases in one transaction and wake
 * each other once; the first call is half an interval away at least. Returns what ends it.
 */
function every(intervalMs: number, call: () => void): () => void {
  let timer: NodeJS.Timeout;
  const next = (): void => {
    const remainingMs = intervalMs - (Date.now() % intervalMs);
    const pauseMs = remainingMs < intervalMs / 2 ? remainingMs + intervalMs : remainingMs;
    timer = setTimeout(() => {
      call();
      next();
    }, pauseMs);
  };
  next();
  return () => clearTimeout(timer);
}
