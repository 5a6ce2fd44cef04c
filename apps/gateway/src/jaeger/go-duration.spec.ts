import assert from 'node:assert/strict';
import { parseGoDuration } from './go-duration.js';

it.each<[string, bigint | undefined]>([
  ['100ms', 100_000_000n],
  ['1.5s', 1_500_000_000n],
  ['1h30m', 5_400_000_000_000n],
  ['20us', 20_000n],
  ['20µs', 20_000n],
  ['0.5ns', 0n],
  ['0', 0n],
  ['', undefined],
  ['5', undefined],
  ['-1s', undefined],
  ['1s ', undefined],
  ['1d', undefined],
  ['9'.repeat(13) + 's', undefined],
])('reads %s as %s', (text, expected) => assert.equal(parseGoDuration(text), expected));
