import assert from 'node:assert/strict';
import { toKeyOffset } from './key-offset.js';

describe('the keys of the line of a recording', () => {
  it.each([
    ['ArrowRight', false, 15_000],
    ['ArrowRight', true, 40_000],
    ['ArrowLeft', false, 5_000],
    ['ArrowLeft', true, 0],
    ['PageUp', false, 40_000],
    ['Home', false, 0],
    ['End', false, 60_000],
    ['a', false, undefined],
  ] as const)('%s, with shift %s, leads from 10 s to %s ms', (key, shiftKey, expected) => {
    assert.equal(toKeyOffset({ key, shiftKey }, 10_000, 60_000), expected);
  });
});
