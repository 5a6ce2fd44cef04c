/** Maximum probes, as in dictionaries: a key without a slot is reported as new each time, which costs a repeated row but no time. */
const MAX_PROBES = 64;

/** Initial number of slots. */
const SLOTS = 1024;
/** A set larger than this is released when little of it was used. */
const KEPT_SLOTS = 1 << 16;

/** A set of (project, 64-bit hash). */
export class KeySet {
  private projects = new Uint32Array(SLOTS);
  private lows = new Uint32Array(SLOTS);
  private highs = new Uint32Array(SLOTS);
  private used = new Uint8Array(SLOTS);
  private count = 0;

  /** Adds a key and returns whether it was missing. */
  add(project: number, low: number, high: number): boolean {
    const mask = this.used.length - 1;
    let slot = (low ^ Math.imul(project, 0x9e3779b1)) & mask;
    for (let probes = 0; probes < MAX_PROBES; probes++, slot = (slot + 1) & mask) {
      if (this.used[slot] === 0) {
        this.#place(slot, project, low, high);
        return true;
      }
      if (this.lows[slot] === low && this.highs[slot] === high && this.projects[slot] === project) return false;
    }
    return true;
  }

  get size(): number {
    return this.count;
  }

  has(project: number, low: number, high: number): boolean {
    const mask = this.used.length - 1;
    let slot = (low ^ Math.imul(project, 0x9e3779b1)) & mask;
    for (let probes = 0; probes < MAX_PROBES && this.used[slot] === 1; probes++, slot = (slot + 1) & mask) {
      if (this.lows[slot] === low && this.highs[slot] === high && this.projects[slot] === project) return true;
    }
    return false;
  }

  clear(): void {
    if (this.used.length > KEPT_SLOTS && this.count * 16 < this.used.length) this.#allocate(SLOTS);
    else this.used.fill(0);
    this.count = 0;
  }

  #place(slot: number, project: number, low: number, high: number): void {
    this.used[slot] = 1;
    this.projects[slot] = project;
    this.lows[slot] = low;
    this.highs[slot] = high;
    this.count++;
    if (this.count * 2 > this.used.length) this.#grow();
  }

  #grow(): void {
    const { projects, lows, highs, used } = this;
    this.#allocate(used.length * 4);
    this.count = 0;
    for (let slot = 0; slot < used.length; slot++) {
      if (used[slot] === 1) this.add(projects[slot], lows[slot], highs[slot]);
    }
  }

  #allocate(slots: number): void {
    this.projects = new Uint32Array(slots);
    this.lows = new Uint32Array(slots);
    this.highs = new Uint32Array(slots);
    this.used = new Uint8Array(slots);
  }
}
