import { searchError } from './syntax-error.js';

const ENDS_WORD = /[\s()"]/;
const FIELD_NAME = /[A-Za-z_@$][\w@$./-]*(?=:)/y;

/** A value of the query: `parts` are the strings between wildcards. */
export interface Value {
  readonly parts: readonly string[];
  readonly quoted: boolean;
  readonly at: number;
}

/** Reads a query from left to right, one character at a time; never looks further than one token ahead. */
export class Characters {
  position = 0;

  constructor(readonly query: string) {}

  get current(): string {
    return this.query[this.position] ?? '';
  }

  get isAtEnd(): boolean {
    return this.position >= this.query.length;
  }

  skipSpace(): void {
    while (/\s/.test(this.current)) this.position++;
  }

  /** Consumes `expected` if it comes next. */
  take(expected: string): boolean {
    if (!this.query.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  /** Whether an upper-case operator comes next, as a separate word. */
  isAtOperator(operator: string): boolean {
    const after = this.query[this.position + operator.length] ?? ' ';
    return this.query.startsWith(operator, this.position) && ENDS_WORD.test(after);
  }

  takeOperator(operator: string): boolean {
    return this.isAtOperator(operator) && this.take(operator);
  }

  /** Consumes `name:` or `"name":`. A URL (`scheme://`) is a word, not a field. */
  takeField(): string | undefined {
    const start = this.position;
    const name = this.current === '"' ? this.#takeQuoted() : this.#takeFieldName();
    if (name !== undefined && name !== '' && this.take(':') && !this.query.startsWith('//', this.position)) return name;
    this.position = start;
    return undefined;
  }

  /** Consumes a quoted string or a word; characters of `stops` end a word too. */
  takeValue(stops = ''): Value {
    const at = this.position;
    if (this.current === '"') return { parts: [this.#takeQuoted()], quoted: true, at };
    return { parts: this.#takeWord(stops), quoted: false, at };
  }

  #takeFieldName(): string | undefined {
    FIELD_NAME.lastIndex = this.position;
    const name = FIELD_NAME.exec(this.query)?.[0];
    this.position += name?.length ?? 0;
    return name;
  }

  #takeQuoted(): string {
    const start = this.position++;
    let value = '';
    while (this.current !== '"') {
      if (this.isAtEnd) throw searchError(start, 'this quotation mark is not closed');
      value += this.#takeCharacter();
    }
    this.position++;
    return value;
  }

  #takeWord(stops: string): string[] {
    const parts = [''];
    while (!this.isAtEnd && !ENDS_WORD.test(this.current) && !stops.includes(this.current)) {
      if (this.take('*')) parts.push('');
      else parts.push(`${parts.pop() ?? ''}${this.#takeCharacter()}`);
    }
    return parts;
  }

  #takeCharacter(): string {
    const at = this.position;
    if (this.take('\\') && this.isAtEnd) throw searchError(at, 'a backslash needs a character after it');
    const character = this.current;
    this.position++;
    return character;
  }
}
