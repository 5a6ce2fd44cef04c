/** A sum with compensation of what additions lose. */
export class KahanSum {
  sum = 0;
  compensation = 0;

  add(value: number): void {
    const total = this.sum + value;
    if (!Number.isFinite(total) && !Number.isNaN(total)) this.compensation = 0;
    else if (Math.abs(this.sum) >= Math.abs(value)) this.compensation += this.sum - total + value;
    else this.compensation += value - total + this.sum;
    this.sum = total;
  }

  get value(): number {
    return isInfinite(this.sum) ? this.sum : this.sum + this.compensation;
  }
}

export function isInfinite(value: number): boolean {
  return value === Infinity || value === -Infinity;
}

/** An average: of the sum, or, once that would be infinite, of the averages so far. */
export class KahanMean {
  readonly #total = new KahanSum();
  #isIncremental = false;
  count = 0;

  add(value: number): void {
    this.count++;
    const total = this.#total;
    if (!this.#isIncremental) {
      const { sum, compensation } = total;
      if (this.count === 1) {
        total.sum = value;
        return;
      }
      total.add(value);
      if (!isInfinite(total.sum)) return;
      this.#isIncremental = true;
      total.sum = sum / (this.count - 1);
      total.compensation = compensation / (this.count - 1);
    }
    const share = (this.count - 1) / this.count;
    total.sum *= share;
    total.compensation *= share;
    total.add(value / this.count);
  }

  get value(): number {
    const { sum, compensation } = this.#total;
    return this.#isIncremental ? sum + compensation : sum / this.count + compensation / this.count;
  }
}
