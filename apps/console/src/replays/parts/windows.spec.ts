import assert from 'node:assert/strict';
import { clockText } from './clock-text.js';
import { chosenMoment, followingWindow, nameWindow, pickWindow } from './windows.js';

const window = (window_id: string, from_offset_ms: number, to_offset_ms: number) => ({
  window_id,
  from_offset_ms,
  to_offset_ms,
});
const A = window('a', 0, 100);
const B = window('b', 50, 300);
const C = window('c', 400, 500);
const ALL = [A, B, C];

describe('the windows of a recording', () => {
  it.each([
    [20, undefined, 'a'],
    [70, 'b', 'b'],
    [70, undefined, 'a'],
    [200, 'a', 'b'],
    [340, undefined, 'b'],
    [390, undefined, 'c'],
    [900, 'unknown', 'c'],
  ] as const)('%d ms, in %s if possible, are shown by %s', (offsetMs, preferred, expected) => {
    assert.equal(pickWindow(ALL, offsetMs, preferred)?.window_id, expected);
  });

  it('can be none', () => assert.equal(pickWindow([], 0, 'a'), undefined));

  it('follow each other', () => {
    assert.equal(followingWindow(ALL, A), B);
    assert.equal(followingWindow(ALL, B), C);
    assert.equal(followingWindow(ALL, C), undefined);
  });

  it('show the moment that is nearest to what was shown', () => {
    assert.deepEqual(
      [20, 200, 900].map((offset) => chosenMoment(ALL, 'b', offset, false)),
      [50, 200, 300],
    );
    assert.equal(chosenMoment(ALL, 'unknown', 7, true), 7);
  });

  it('play from their start if they have ended before what was shown', () => {
    assert.deepEqual(
      [20, 200, 900].map((offset) => chosenMoment(ALL, 'b', offset, true)),
      [50, 200, 50],
    );
  });

  it('are counted', () => assert.equal(nameWindow(ALL, 'b'), 'Tab 2'));
});

it.each([
  [0, '00:00'],
  [133_999, '02:13'],
  [3_600_000, '1:00:00'],
  [-5, '00:00'],
])('the offset %d is shown as %s', (ms, text) => assert.equal(clockText(ms), text));
