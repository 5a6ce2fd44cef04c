import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findTerms, splitText, type Segment } from './segments.js';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        '\u202E',
        '\u200D',
        '\uD800',
        '👩',
        '👩\u200D💻',
        '\u{E0041}',
        '\uFEFF',
        '\u0000',
        '\n',
        'é',
      ),
    )
    .map((parts) => parts.join('')),
);
const highlights = fc.array(fc.tuple(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -5, max: 40 })));

/** An independent, shorter list of what must not reach the page. */
const ACTS = /[\p{Cc}--[\t\n]]|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/v;

function chips(text: string): readonly string[] {
  return splitText(text).segments.flatMap((segment) =>
    segment.kind === 'chip' ? [`${segment.name} ${segment.code}`] : [],
  );
}

function join(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('');
}

describe('texts from outside', () => {
  it('loses nothing up to the limit, whatever is highlighted', () => {
    fc.assert(
      fc.property(texts, highlights, fc.integer({ min: 0, max: 30 }), (text, marks, limit) => {
        const { segments, left } = splitText(text, marks, limit);
        const shown = join(segments);
        assert.equal(shown, text.slice(0, shown.length));
        assert.equal(shown.length + left, text.length);
        assert.ok(shown.length <= limit && (left === 0 || shown.length >= limit - 1));
        assert.ok(segments.every(({ text: part }) => part !== ''));
      }),
    );
  });

  it('leaves no character that acts outside of a chip', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const segment of splitText(text).segments) {
          if (segment.kind === 'chip') continue;
          assert.ok(segment.text.isWellFormed());
          assert.doesNotMatch(segment.text, ACTS);
        }
      }),
    );
  });

  it('names what it shows as chips', () => {
    assert.deepEqual(chips('user\u202Etxt.exe'), ['RLO U+202E']);
    assert.deepEqual(chips('\u2066a\u2069\u200Bb\u00AD'), ['LRI U+2066', 'PDI U+2069', 'ZWSP U+200B', 'SHY U+00AD']);
    assert.deepEqual(chips('\u0000\u001B\u007F\u0085\r'), [
      'NUL U+0000',
      'ESC U+001B',
      'DEL U+007F',
      'NEL U+0085',
      'CR U+000D',
    ]);
    assert.deepEqual(chips('\uD800x\uDC00'), ['lone surrogate U+D800', 'lone surrogate U+DC00']);
    assert.deepEqual(chips('\u{E0041}\u{E0001}'), ['tag A U+E0041', 'U+E0001 U+E0001']);
    assert.deepEqual(chips('line\n\tcafé naïve 日本語'), []);
  });

  it('keeps emoji whole, and shows a joiner that joins no pictures', () => {
    assert.deepEqual(chips('👩\u200D💻 👩🏽\u200D🚀 ❤️\u200D🔥'), []);
    assert.deepEqual(chips('pay\u200Dpal'), ['ZWJ U+200D']);
  });

  it('marks exactly the highlighted parts, also across chips', () => {
    const marked = splitText('abc\u202Edef', [
      [1, 5],
      [4, 6],
    ]).segments.flatMap((part) => (part.kind === 'text' && part.marked ? [part.text] : []));
    assert.deepEqual(marked, ['bc', 'de']);
  });

  it('finds terms without regard to case, and joins overlapping places', () => {
    assert.deepEqual(findTerms('Error: error in ERR', ['error', 'err', '']), [
      [0, 5],
      [7, 12],
      [16, 19],
    ]);
    assert.deepEqual(findTerms('\u0130stanbul error', ['ERROR', 'error']), [[9, 14]]);
    assert.equal(findTerms('a'.repeat(5000), ['a'], 10).length, 1);
  });
});
