import { Ranges } from '@svc/otlp/wire';
import { compareRanges, isAscii } from './bytes.js';

/** Up to as many labels, comparing each with each is faster than a set. */
const FEW = 32;

/** The labels of a series as positions in the request. */
export class Labels {
  readonly names = new Ranges();
  readonly values = new Ranges();
  /** Positions of the labels with a meaning of their own among all of them; -1 if the series has none. */
  name = -1;
  job = -1;
  instance = -1;
  hasBound = false;
  hasQuantile = false;
  /** False if a label has no name, or two have the same one. */
  areValid = true;

  clear(): void {
    this.names.clear();
    this.values.clear();
  }

  push(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.names.push(nameStart, nameEnd);
    this.values.push(valueStart, valueEnd);
  }

  /**
   * Finds the labels with a meaning of their own, once all labels are there. A label without a value is as good as absent.
   *
   * @param areShared whether labels are texts that all series share, of which each is there once. Positions suffice to compare them; a
   *   request may refer to a long one so often that comparing its bytes would take long.
   */
  complete(bytes: Buffer, areShared: boolean): void {
    const { names, values } = this;
    this.name = this.job = this.instance = -1;
    this.hasBound = this.hasQuantile = false;
    this.areValid = true;
    for (let i = 0, count = names.count; i < count; i++) {
      const [start, end] = [names.start(i), names.end(i)];
      if (start === end) this.areValid = false;
      if (values.end(i) > values.start(i)) this.#note(bytes, i, start, end);
    }
    if (areShared ? this.#hasRepeatedPosition() : this.#hasRepeatedText(bytes)) this.areValid = false;
  }

  /** Whether the label is an attribute of the point: not the name of the metric, nor one that describes the resource. */
  isAttribute(index: number): boolean {
    const { name, job, instance, values } = this;
    return index !== name && index !== job && index !== instance && values.end(index) > values.start(index);
  }

  #note(bytes: Buffer, index: number, start: number, end: number): void {
    switch (end - start) {
      case 2:
        if (isAscii(bytes, start, end, 'le')) this.hasBound = true;
        break;
      case 3:
        if (isAscii(bytes, start, end, 'job')) this.job = index;
        break;
      case 8:
        if (isAscii(bytes, start, end, '__name__')) this.name = index;
        else if (isAscii(bytes, start, end, 'instance')) this.instance = index;
        else if (isAscii(bytes, start, end, 'quantile')) this.hasQuantile = true;
        break;
    }
  }

  #hasRepeatedPosition(): boolean {
    const { names } = this;
    if (names.count > FEW) {
      const starts = new Set<number>();
      for (let i = 0; i < names.count; i++) starts.add(names.start(i));
      return starts.size < names.count;
    }
    for (let i = 1; i < names.count; i++) {
      for (let other = 0; other < i; other++) if (names.start(i) === names.start(other)) return true;
    }
    return false;
  }

  #hasRepeatedText(bytes: Buffer): boolean {
    if (this.#areSorted(bytes)) return false;
    const { names } = this;
    const seen = new Set<string>();
    for (let i = 0; i < names.count; i++) seen.add(bytes.toString('latin1', names.start(i), names.end(i)));
    return seen.size < names.count;
  }

  /** Senders sort labels by their names. */
  #areSorted(bytes: Buffer): boolean {
    const { names } = this;
    for (let i = 1; i < names.count; i++) {
      if (compareRanges(bytes, names.start(i - 1), names.end(i - 1), names.start(i), names.end(i)) >= 0) return false;
    }
    return true;
  }
}
