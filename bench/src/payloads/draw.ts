/** A small deterministic generator (mulberry32): values must not change with the Node version. */
export class Draw {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * limit);
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  hex(bytes: number): string {
    let digits = '';
    for (let i = 0; i < bytes; i += 2) digits += this.below(0x10000).toString(16).padStart(4, '0');
    return digits;
  }
}
