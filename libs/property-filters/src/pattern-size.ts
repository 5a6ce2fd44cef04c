/** A class of Unicode characters has hundreds of ranges, so compiling one takes as long as compiling this many instructions. */
const UNICODE_CLASS = 20;
/** Instructions that every program has: its start, its end and the search for the first character. */
const FRAME = 4;

const UNICODE_ESCAPE = /[pP](?:\{[^}]*\}|.)/sy;
const CODE_ESCAPE = /x\{[^}]*\}/y;
const POSIX_CLASS = /\[:\^?[a-z]+:\]/y;
const GROUP_HEADER = /\?(?:P?<\w+>|[A-Za-z-]*:)/y;
/** Flags for the rest of a group; a repetition after them applies to the element before them. */
const FLAGS = /\?[A-Za-z-]+\)/y;
/** A repetition, from the character after the opening brace. */
const REPETITION = /(\d+)(?:(,)(\d*))?\}/y;

/**
 * An upper bound of the instructions that an RE2 pattern compiles to, without compiling it: `(a{30}){30}` is short but has over 900. The
 * time that compiling and searching take grows with it. Any value is correct for a text that is not a valid pattern.
 */
export function estimatePatternSize(pattern: string): number {
  return new Scanner(pattern).scan();
}

/** Adds up the sizes of the atoms of each group; a repetition multiplies the atom before it. */
class Scanner {
  private at = 0;
  /** Sizes of the open groups, the innermost last. */
  private readonly sizes = [FRAME];
  /** Size of the latest atom, which is included in the size of its group. */
  private atom = 0;

  constructor(private readonly pattern: string) {}

  scan(): number {
    while (this.at < this.pattern.length) this.#readNext();
    return this.sizes.reduce((sum, size) => sum + size, 0);
  }

  #readNext(): void {
    const character = this.pattern.charAt(this.at++);
    switch (character) {
      case '\\':
        return this.#readEscape();
      case '[':
        return this.#addAtom(this.#readClass());
      case '(':
        if (this.#take(FLAGS)) return;
        this.#take(GROUP_HEADER);
        // A capture has two instructions, and an empty group one.
        this.sizes.push(3);
        return;
      case ')':
        // A closing parenthesis too many makes the pattern invalid.
        return this.sizes.length > 1 ? this.#addAtom(this.sizes.pop() ?? 0) : undefined;
      case '*':
      case '+':
      case '?':
        return this.#resizeAtom(this.atom + 2);
      case '{':
        return this.#readRepetition();
      case '|':
        return this.#addAtom(2);
      default:
        return this.#addAtom(1);
    }
  }

  #readEscape(): void {
    if (this.pattern[this.at] !== 'Q') return this.#addAtom(this.#readEscapedCharacter());
    const end = this.pattern.indexOf('\\E', this.at);
    const literalEnd = end < 0 ? this.pattern.length : end;
    // The last character is an atom of its own, which a repetition may follow.
    for (this.at++; this.at < literalEnd; this.at++) this.#addAtom(1);
    this.at = end < 0 ? literalEnd : end + 2;
  }

  /** Returns the size of one character or class after a backslash. */
  #readEscapedCharacter(): number {
    if (this.#take(UNICODE_ESCAPE)) return UNICODE_CLASS;
    if (!this.#take(CODE_ESCAPE)) this.at++;
    return 1;
  }

  /** Returns the size of a class in brackets; a closing bracket at its beginning is one of its characters. */
  #readClass(): number {
    let size = 1;
    if (this.pattern[this.at] === '^') this.at++;
    for (let isFirst = true; this.at < this.pattern.length; isFirst = false) {
      if (this.#take(POSIX_CLASS)) continue;
      const character = this.pattern[this.at++];
      if (character === ']' && !isFirst) break;
      if (character === '\\') size += this.#readEscapedCharacter();
    }
    return size;
  }

  #readRepetition(): void {
    const [, low, comma, high] = this.#take(REPETITION) ?? [];
    // Without digits a brace is a character.
    if (low === undefined) return this.#addAtom(1);
    const required = Number(low) * this.atom;
    if (comma === undefined) this.#resizeAtom(Math.max(1, required));
    else if (high === '') this.#resizeAtom(required + this.atom + 2);
    else this.#resizeAtom(required + Math.max(0, Number(high) - Number(low)) * (this.atom + 1) + 1);
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern) ?? undefined;
    if (found) this.at = expression.lastIndex;
    return found;
  }

  #addAtom(size: number): void {
    this.atom = size;
    this.#addToGroup(size);
  }

  #resizeAtom(size: number): void {
    this.#addToGroup(size - this.atom);
    this.atom = size;
  }

  #addToGroup(size: number): void {
    const last = this.sizes.length - 1;
    this.sizes[last] = (this.sizes[last] ?? 0) + size;
  }
}
