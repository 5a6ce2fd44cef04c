import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { estimatePatternSize } from './pattern-size.js';

/** The largest compiled size of a pattern, in instructions; it compiles in about 2 ms at most. */
export const MAX_PATTERN_SIZE = 500;
/** Patterns are not tried on longer strings, which a client sends. */
const SEARCHED_CHARACTERS = 4096;
/**
 * One search takes about 70 ns for each character and instruction at worst, and as long as another 43 instructions for building its
 * automaton (measured with re2js 2.10 on patterns such as `[ab]*a[ab]{64}$`). This bounds it to 10 ms.
 */
const MAX_STEPS = 131_072;
const AUTOMATON_SIZE = 43;
/** The automaton of a smaller pattern has few states, so that a search takes a few milliseconds at most. */
const SMALL_SIZE = 10;
/**
 * The automaton grows with the searched text, to megabytes with some patterns, so it is discarded after this many
 * characters.
 */
const KEPT_CHARACTERS = 4096;
const MAX_CACHED = 256;

/** The longest text on which a pattern of this many instructions is tried. */
export function searchableLength(size: number): number {
  const steps = size <= SMALL_SIZE ? 1 : size + AUTOMATON_SIZE;
  return Math.min(SEARCHED_CHARACTERS, Math.floor(MAX_STEPS / steps));
}

export class Pattern {
  private searched = 0;
  private readonly maxCharacters: number;

  constructor(
    private readonly compiled: RE2JS,
    size: number,
  ) {
    this.maxCharacters = searchableLength(size);
  }

  /**
   * Whether a part of the string matches. False for a string that is too long for the pattern: over 4,096 characters, and for a pattern
   * of 20, 100 or 500 instructions over 2,080, 916 or 241 characters.
   */
  test(text: string): boolean {
    if (text.length > this.maxCharacters) return false;
    this.searched += text.length;
    if (this.searched > KEPT_CHARACTERS) {
      this.compiled.reset();
      this.searched = text.length;
    }
    return this.compiled.test(text);
  }
}

/** Recently used patterns. A failure is kept too. */
const cache = new LRUCache<string, { readonly pattern: Pattern | undefined }>({ max: MAX_CACHED });

/**
 * Compiles an RE2 pattern, which matches in time linear in the string. Undefined if the pattern has look-around or back-references, or
 * is larger than `MAX_PATTERN_SIZE`.
 */
export function compilePattern(text: string, caseInsensitive = false): Pattern | undefined {
  const key = `${caseInsensitive ? 'i' : 'c'}${text}`;
  let found = cache.get(key);
  if (!found) {
    found = { pattern: compile(text, caseInsensitive) };
    cache.set(key, found);
  }
  return found.pattern;
}

function compile(text: string, caseInsensitive: boolean): Pattern | undefined {
  if (estimatePatternSize(text) > MAX_PATTERN_SIZE) return undefined;
  try {
    const compiled = RE2JS.compile(text, RE2JS.DOTALL | (caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0));
    const size = compiled.programSize();
    return size > MAX_PATTERN_SIZE ? undefined : new Pattern(compiled, size);
  } catch {
    return undefined;
  }
}

/** Limits the compiled size of all patterns of one request, because they are checked in one turn of the event loop. */
export class PatternBudget {
  private left = MAX_PATTERN_SIZES;

  /** Whether the pattern fits; a pattern that does not fit changes nothing. */
  take(size: number): boolean {
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }
}

/** The largest compiled size of all patterns of one request, in instructions; they compile in about 10 ms. */
export const MAX_PATTERN_SIZES = 2000;
