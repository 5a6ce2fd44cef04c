import { quote } from '../format/quote.js';
import { compareText } from './order.js';

/** A lone surrogate, which no text that was decoded from UTF-8 holds. */
const SEPARATOR = '\ud800';

/** The label of the name of a metric. */
export const METRIC_NAME = '__name__';

/** Labels that describe the metric itself, which operations that make another metric of it drop. */
export const METADATA: ReadonlySet<string> = new Set([METRIC_NAME, '__type__', '__unit__']);

/** Labels of a series, sorted by name. A label without a value is no label. */
export class Labels {
  static readonly EMPTY: Labels = new this([]);
  #key: string | undefined;
  #bare: Labels | undefined;

  /** @param pairs names and values in turn, sorted by name. */
  private constructor(readonly pairs: readonly string[]) {}

  static from(entries: Iterable<readonly [string, string]>): Labels {
    const sorted = [...entries].filter(([, value]) => value !== '').sort(([a], [b]) => compareText(a, b));
    return sorted.length === 0 ? Labels.EMPTY : new Labels(sorted.flat());
  }

  /** A text that only the same labels have. */
  get key(): string {
    return (this.#key ??= this.pairs.join(SEPARATOR));
  }

  get name(): string {
    return this.get(METRIC_NAME);
  }

  /** The value of a label; empty if there is none. */
  get(name: string): string {
    for (let index = 0; index < this.pairs.length; index += 2) {
      if (this.pairs[index] === name) return this.pairs[index + 1];
    }
    return '';
  }

  *entries(): Generator<readonly [string, string]> {
    for (let index = 0; index < this.pairs.length; index += 2) yield [this.pairs[index], this.pairs[index + 1]];
  }

  keep(names: ReadonlySet<string>): Labels {
    return this.#filter((name) => names.has(name));
  }

  drop(names: ReadonlySet<string>): Labels {
    return this.#filter((name) => !names.has(name));
  }

  /** The labels without those that describe the metric. */
  get bare(): Labels {
    return (this.#bare ??= this.drop(METADATA));
  }

  /** The labels with another value of one; an empty value removes the label. */
  with(name: string, value: string): Labels {
    if (this.get(name) === value) return this;
    return Labels.from([...[...this.entries()].filter(([other]) => other !== name), [name, value]]);
  }

  toString(): string {
    const parts = [...this.entries()].map(([name, value]) => `${labelName(name)}=${quote(value)}`);
    return `{${parts.join(', ')}}`;
  }

  #filter(accepts: (name: string) => boolean): Labels {
    const pairs: string[] = [];
    for (let index = 0; index < this.pairs.length; index += 2) {
      if (accepts(this.pairs[index])) pairs.push(this.pairs[index], this.pairs[index + 1]);
    }
    if (pairs.length === this.pairs.length) return this;
    return pairs.length === 0 ? Labels.EMPTY : new Labels(pairs);
  }
}

/** Compares labels by name and value in turn; fewer labels come first. */
export function compareLabels(left: Labels, right: Labels): number {
  const length = Math.min(left.pairs.length, right.pairs.length);
  for (let index = 0; index < length; index++) {
    const order = compareText(left.pairs[index], right.pairs[index]);
    if (order !== 0) return order;
  }
  return left.pairs.length - right.pairs.length;
}

/** Writes the name of a label, quoted unless it is an identifier. */
export function labelName(name: string): string {
  return /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) ? name : quote(name);
}

/** Every text is a name of a label but the empty one and those that are no UTF-8. */
export function isLabelName(name: string): boolean {
  return name !== '' && name.isWellFormed() && !name.includes('\ufffd');
}
