import type { ConsumerOptions } from '../../port.js';

/** Batches in a row after which a stream is steady. */
const STEADY_BATCHES = 5;
/** A record that comes later than this after the end of a batch begins a new stream. */
const PAUSE_MS = 1_000;

/** Tells from the batches of a partition how long the next one waits for more records. Pure: all times are given, in milliseconds. */
export class Stream {
  private batches = 0;
  private endedMs = -Infinity;

  constructor(private readonly waits: Pick<ConsumerOptions, 'maxWaitMs' | 'steadyWaitMs'>) {}

  /** Called with the time of the first record of a batch; returns how long that record waits. */
  begin(firstMs: number): number {
    const { maxWaitMs, steadyWaitMs = maxWaitMs } = this.waits;
    if (firstMs - this.endedMs > PAUSE_MS) this.batches = 0;
    return this.batches < STEADY_BATCHES ? maxWaitMs : steadyWaitMs;
  }

  /** Called when a batch closes. */
  end(nowMs: number): void {
    this.batches++;
    this.endedMs = nowMs;
  }
}
