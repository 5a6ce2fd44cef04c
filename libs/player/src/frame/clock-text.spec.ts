import assert from 'node:assert/strict';
import { clockText } from './clock-text.js';

it.each([
  [0, '00:00'],
  [133_999, '02:13'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
  [-5, '00:00'],
])('writes %d ms as %s', (ms, text) => assert.equal(clockText(ms), text));
