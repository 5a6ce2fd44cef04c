import assert from 'node:assert/strict';
import { formatRate, toRate, toTone } from './figures.js';

describe('figures of services', () => {
  it.each([
    [0, '0/s'],
    [1234.5, '1,230/s'],
    [12_345, '12.3k/s'],
    [1, '1/s'],
    [0.5, '30/min'],
    [0.0961, '5.77/min'],
  ])('writes %d requests per second as %s', (rate, text) => assert.equal(formatRate(rate), text));

  it('divides by the length of the range', () => {
    assert.equal(toRate(120, 0, 60_000), 2);
    assert.equal(toRate(120, 5, 5), 0);
  });

  it('marks shares of failed requests from 1 and 5 per cent on', () =>
    assert.deepEqual([0.0099, 0.01, 0.0499, 0.05].map(toTone), [undefined, 'warn', 'warn', 'danger']));
});
