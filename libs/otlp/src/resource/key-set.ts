/** As in the dictionaries: a key that finds no slot is reported as new each time, which costs a repeated row and no time. */
const MAX_PROBES = 64;

/** A set of (project, 64-bit hash). */
export class KeySet {
  private projects = new Uint32Array(1024);
  private lows = new Uint32Array(1024);
  private highs = new Uint32Array(1024);
  private used = new Uint8Array(1024);
  private count = 0;

  /** Adds a key and returns whether it was missing. */
  add(project: number, low: number, high: number): boolean {
    const mask = this.used.length - 1;
    let slot = (low ^ Math.imul(project, 0x9e3779b1)) & mask;
    for (let probes = 0; probes < MAX_PROBES; probes++, slot = (slot + 1) & mask) {
      if (this.used[slot] === 0) {
        this.place(slot, project, low, high);
        return true;
      }
      if (this.lows[slot] === low && this.highs[slot] === high && this.projects[slot] === project) return false;
    }
    return true;
  }

  clear(): void {
    this.used.fill(0);
    this.count = 0;
  }

  private place(slot: number, project: number, low: number, high: number): void {
    this.used[slot] = 1;
    this.projects[slot] = project;
    this.lows[slot] = low;
    this.highs[slot] = high;
    this.count++;
    if (this.count * 2 > this.used.length) this.grow();
  }

  private grow(): void {
    const { projects, lows, highs, used } = this;
    const size = used.length * 4;
    this.projects = new Uint32Array(size);
    this.lows = new Uint32Array(size);
    this.highs = new Uint32Array(size);
    this.used = new Uint8Array(size);
    this.count = 0;
    for (let slot = 0; slot < used.length; slot++) {
      if (used[slot] === 1) this.add(projects[slot], lows[slot], highs[slot]);
    }
  }
}
