/** Smaller differences are corrections of a clock. */
const JUMP_MS = 1_000;

/** The clock of the machine, which can be set, and one that only counts, both in milliseconds. */
export interface Clocks {
  wallMs(): number;
  steadyMs(): number;
}

export const MACHINE_CLOCKS: Clocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/** Notices that the clock was set, or that the machine was suspended: the clock has then moved by more or less than time has passed. */
export class ClockJumps {
  #aheadMs: number;

  constructor(private readonly clocks: Clocks) {
    this.#aheadMs = this.#ahead();
  }

  /** Whether the clock has jumped since the last call. */
  happened(): boolean {
    const before = this.#aheadMs;
    this.#aheadMs = this.#ahead();
    return Math.abs(this.#aheadMs - before) > JUMP_MS;
  }

  #ahead(): number {
    return this.clocks.wallMs() - this.clocks.steadyMs();
  }
}
