/** A growing list of [start, end) positions in a request body, kept between items so that no item allocates. */
export class Ranges {
  private positions = new Int32Array(64);
  private used = 0;

  get count(): number {
    return this.used >>> 1;
  }

  clear(): void {
    this.used = 0;
  }

  push(start: number, end: number): void {
    if (this.used === this.positions.length) {
      const larger = new Int32Array(this.positions.length * 2);
      larger.set(this.positions);
      this.positions = larger;
    }
    this.positions[this.used++] = start;
    this.positions[this.used++] = end;
  }

  start(index: number): number {
    return this.positions[index << 1];
  }

  end(index: number): number {
    return this.positions[(index << 1) | 1];
  }
}
