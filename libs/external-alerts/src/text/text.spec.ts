import assert from 'node:assert/strict';
import fc from 'fast-check';
import { refuses } from '../testing/expect.js';
import { toBlock, toLine, toScalar, toText } from './clean.js';
import { toSeverity } from './severity.js';
import { readTime } from './time.js';

describe('texts', () => {
  it.each([
    ['a\u0000b\u202ec', 'a b c'],
    ['  a\r\n\tb  ', 'a b'],
    ['\u0085x\u2028', 'x'],
    ['Zoë 👩‍💻', 'Zoë 👩‍💻'],
    ['a\ud800b', 'a\ufffdb'],
  ])('are lines without what controls or reorders text (case %#)', (text, line) => {
    assert.equal(toLine(text, 200), line);
  });

  it('keep their lines and tabs in blocks', () => {
    assert.equal(toBlock(' a\r\n\tb\rc\u0007 ', 200), 'a\n\tb c');
  });

  it('are cut at a whole character', () => {
    assert.equal(toLine('ab😀', 3), 'ab');
    assert.equal(toLine('ab😀', 4), 'ab😀');
    assert.equal(toLine(`${' '.repeat(500)}a`, 3), 'a');
  });

  it('are never longer, never control a terminal, and do not change again', () => {
    const units = fc.constantFrom('a', ' ', '\n', '\t', '\r', '\u0000', '\u009b', '\u202e', '\ud83d', '\ude00', '😀');
    fc.assert(
      fc.property(fc.string({ unit: units, maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (text, most) => {
        for (const clean of [toLine, toBlock]) {
          const cleaned = clean(text, most);
          assert.ok(cleaned.length <= most && cleaned.isWellFormed());
          assert.doesNotMatch(cleaned, /[^\P{Cc}\t\n]|\u202e/u);
          assert.equal(clean(cleaned, most), cleaned.trim());
        }
        assert.doesNotMatch(toLine(text, most), /[\n\t]/);
      }),
    );
  });

  it('are made of scalars, and of other values as JSON', () => {
    assert.deepEqual(
      [toScalar(1), toScalar(10n ** 20n), toScalar(false), toScalar(null), toScalar([])],
      ['1', '100000000000000000000', 'false', undefined, undefined],
    );
    assert.deepEqual([toText({ a: 10n ** 20n }), toText(null)], ['{"a":"100000000000000000000"}', undefined]);
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    assert.equal(toText(deep), undefined);
  });
});

describe('severities', () => {
  it.each([
    ['CRITICAL', 'critical'],
    ['Sev-1', 'critical'],
    ['sev 3', 'warning'],
    ['p5', 'info'],
    ['constructor', undefined],
    ['7', undefined],
  ])('%p is %p', (word, severity) => {
    assert.equal(toSeverity(word), severity);
  });
});

describe('times', () => {
  it.each([
    ['2026-11-30T09:30:00Z', '2026-11-30T09:30:00.000Z'],
    ['2026-11-30T09:30:00.123456789Z', '2026-11-30T09:30:00.123Z'],
    ['2026-11-30T10:30:00+01:00', '2026-11-30T09:30:00.000Z'],
    ['2026-11-30T10:30:00.5+0100', '2026-11-30T09:30:00.500Z'],
    ['2026-11-30T08:30:00-01', '2026-11-30T09:30:00.000Z'],
    ['2026-11-30 09:30:00', '2026-11-30T09:30:00.000Z'],
    ['2026-11-30T09:30', '2026-11-30T09:30:00.000Z'],
    ['2026-11-30 09:30:00,250 +0000', '2026-11-30T09:30:00.250Z'],
    ['0001-01-01T00:00:00Z', undefined],
    ['1969-12-31T23:59:59Z', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%p is %p', (text, time) => {
    assert.equal(readTime(text, 'at')?.toISOString(), time);
  });

  it.each(['2026-13-01T00:00:00Z', '2026-02-29T00:00:00Z', '30.11.2026', 'now', '2026-11-30', 1_764_494_952, {}, true])(
    '%p is none',
    (value) => refuses(() => readTime(value, 'at'), 'at'),
  );
});
