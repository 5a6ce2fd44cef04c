/** A part of a Grafana dashboard that has no counterpart. The reason is shown to whoever imports it and repeats nothing of the part. */
export class Unsupported extends Error {}

/** Expressions are short; longer ones are not read. */
const MAX_LENGTH = 4_096;

/** Reads an expression of a query language from left to right, each character once. */
export class Scanner {
  #at = 0;

  constructor(private readonly source: string) {
    if (source.length > MAX_LENGTH) throw new Unsupported('the query is too long');
  }

  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.source.length;
  }

  /** What the pattern, which must be sticky, matches here; undefined if it does not. */
  take(pattern: RegExp): string | undefined {
    this.#skipSpace();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Whether this text comes next, which is then read. */
  skip(expected: string): boolean {
    this.#skipSpace();
    const isNext = this.source.startsWith(expected, this.#at);
    if (isNext) this.#at += expected.length;
    return isNext;
  }

  /** @throws Unsupported if this text does not come next. */
  expect(expected: string): void {
    if (!this.skip(expected)) throw tooComplex();
  }

  /** The value of a string in double quotes or backticks. */
  takeString(): string {
    const raw = this.take(/`[^`]*`/y);
    if (raw !== undefined) return raw.slice(1, -1);
    const quoted = this.take(/"(?:[^"\\]|\\.)*"/y);
    if (quoted === undefined) throw tooComplex();
    return quoted.slice(1, -1).replace(/\\(.)/g, (_, character: string) => ESCAPES.get(character) ?? character);
  }

  #skipSpace(): void {
    while (this.#at < this.source.length && /\s/.test(this.source.charAt(this.#at))) this.#at++;
  }
}

export const tooComplex = (): Unsupported => new Unsupported('the query is more complex than a widget can ask');

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);
