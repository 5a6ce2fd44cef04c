import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { PatternBudget, readFilters } from './index.js';
import { estimatePatternSize } from './pattern-size.js';
import { compilePattern, MAX_PATTERN_SIZE } from './pattern.js';

/** Each is short, and would take a second or more for one string of 4,096 characters. */
const LARGE = [
  '(?:\\w?){1,1000}'.repeat(6) + '$',
  '(.?){1000}'.repeat(9) + 'Zn',
  '((a{30}){30}){30}',
  '[ab]*a[ab]{900}$',
];

const piece = fc.constantFrom(
  ...[
    'a',
    'é',
    '\\d',
    '\\.',
    '\\pL',
    '\\p{Greek}',
    '\\x{1F600}',
    '\\x41',
    '[a-f]',
    '[^]a]',
    '[][]',
    '[[:alpha:](]',
    '[\\]{3}]',
  ],
  ...[
    '(',
    '(?:',
    '(?i:',
    '(?P<n>',
    '(?i)',
    ')',
    '|',
    '*',
    '+?',
    '?',
    '{3}',
    '{0}',
    '{2,}',
    '{1,40}',
    '{,3}',
    '^',
    '$',
    '\\b',
    '.',
  ],
  ...['\\Q(a{9}\\E', '\\Q[', '[', ']', '{', '}'],
);

describe('estimatePatternSize', () => {
  it('never estimates less than the size that a pattern compiles to', () => {
    let valid = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const compiled = compileAnyway(text);
        if (!compiled) return;
        valid++;
        assert.ok(estimatePatternSize(text) >= compiled.programSize(), text);
      }),
      { numRuns: 5_000 },
    );
    assert.ok(valid > 500, `${valid} patterns were valid`);
  });

  it('repeats the element before flags, not the flags', () => {
    for (const text of ['a{1,40}(?i){2,}', '(?:ab){30}(?i)+', '(?-s){9}a{20}']) {
      const compiled = compileAnyway(text);
      if (compiled) assert.ok(estimatePatternSize(text) >= compiled.programSize(), text);
    }
  });

  it('estimates common patterns closely', () => {
    for (const text of ['@(acme|corp)\\.com$', '^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$', '^\\d{4}-\\d{2}-\\d{2}$']) {
      const size = compileAnyway(text)?.programSize() ?? 0;
      assert.ok(estimatePatternSize(text) < 2 * size, `${text} has ${size}`);
    }
  });
});

describe('a pattern', () => {
  it('refuses a pattern that is too large before compiling it', () => {
    for (const text of LARGE) {
      assert.ok(estimatePatternSize(text) > MAX_PATTERN_SIZE);
      assert.equal(compilePattern(text), undefined);
      const filters = [{ field: 'property.a', op: 'regex', value: text }];
      assert.throws(() => readFilters(filters, 'filters', 0n), isAbout('filters[0].value'));
    }
  });

  it('refuses a pattern where all patterns of the request together are too large', () => {
    const patterns = new PatternBudget();
    const filters = Array.from({ length: 3 }, (_, n) => ({
      field: 'property.a',
      op: 'regex',
      value: `x${n}[ab]{450}`,
    }));
    assert.equal(readFilters(filters, 'filters', 0n, patterns).length, 3);
    assert.throws(() => readFilters(filters, 'steps[1].filters', 0n, patterns), isAbout('steps[1].filters[1].value'));
  });

  it('finds the same after its automaton was discarded', () => {
    const pattern = compilePattern('b+$');
    for (let n = 0; n < 100; n++) {
      assert.equal(pattern?.test('a'.repeat(1000) + 'b'), true);
      assert.equal(pattern.test('a'.repeat(1000)), false);
    }
  });
});

function compileAnyway(text: string): RE2JS | undefined {
  try {
    return RE2JS.compile(text, RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}

const isAbout = (path: string) => (error: { details?: { path: string }[] }) => error.details?.[0]?.path === path;
