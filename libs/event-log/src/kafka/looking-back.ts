import type { ConsumerRecord, LookBack } from '../port.js';

/** The offset up to which a partition is being read back, or that this is finished. */
type Progress = { readonly until: number } | 'done';

/** The next step for a fetch: read from another offset first, continue reading, or deliver it. */
export type Step = { readonly seek: number } | 'read-on' | 'hand-over';

/**
 * Reads partitions of one assignment back before their first batch. The client fetches from the position of the group; this makes it
 * start earlier and shows the records before the position to the consumer that requested them.
 */
export class LookingBack {
  private readonly progress = new Map<number, Progress>();

  constructor(
    private readonly wanted: LookBack,
    /** Returns the lowest offset of a partition whose record was appended at this time (milliseconds since the epoch) or later. */
    private readonly offsetAt: (partition: number, timeMs: number) => Promise<number>,
  ) {}

  isDone(partition: number): boolean {
    return this.progress.get(partition) === 'done';
  }

  /** Restarts unfinished look-backs, because the content of the next fetch is unknown after a failure. */
  failed(partition: number): void {
    if (!this.isDone(partition)) this.progress.delete(partition);
  }

  async step(partition: number, fetched: readonly ConsumerRecord[], position: number): Promise<Step> {
    const progress = this.progress.get(partition);
    if (progress === 'done') return 'hand-over';
    if (!progress) return this.#begin(partition, fetched, position);
    for (const record of fetched) if (record.offset < progress.until) this.wanted.observe(partition, record);
    if ((fetched.at(-1)?.offset ?? -1) < progress.until) return 'read-on';
    this.progress.set(partition, 'done');
    return 'hand-over';
  }

  async #begin(partition: number, fetched: readonly ConsumerRecord[], position: number): Promise<Step> {
    const first = fetched.find(({ offset }) => offset >= position);
    if (!first) return 'read-on';
    const start = await this.offsetAt(partition, first.timestampMs - this.wanted.ms);
    this.wanted.reset(partition);
    if (start >= first.offset) {
      this.progress.set(partition, 'done');
      return 'hand-over';
    }
    this.progress.set(partition, { until: first.offset });
    return { seek: start };
  }
}
