import assert from 'node:assert/strict';
import { toCostLines, toInterval } from './to-cost-lines.js';

const point = (cost?: string) => ({
  timestamp: '2026-11-01T00:00:00Z',
  calls: 3,
  errors: 1,
  unpriced_calls: 0,
  input_tokens: 20,
  output_tokens: 5,
  is_open: false,
  ...(cost !== undefined && { cost }),
});
const series = [
  { group: 'all others', is_rest: false, points: [point('0.25')] },
  { group: '', is_rest: false, points: [point()] },
  { group: '', is_rest: true, points: [point('1')] },
];

describe('the chart of costs', () => {
  it('has a line for each group, and no value where no call has a price', () => {
    const { times, lines } = toCostLines({ series }, 'cost');
    assert.deepEqual(times, [Date.parse('2026-11-01T00:00:00Z')]);
    assert.deepEqual(
      lines.map(({ name, values }) => [name, values]),
      [
        ['all others', [0.25]],
        ['no name', [undefined]],
        ['all others ', [1]],
      ],
    );
  });

  it('knows where the interval begins that is not over', () => {
    assert.equal(toCostLines({ series }, 'cost').openMs, undefined);
    assert.equal(toCostLines({ series: [] }, 'cost').openMs, undefined);
    const points = [point(), { ...point(), timestamp: '2026-11-01T01:00:00Z', is_open: true }];
    const { openMs } = toCostLines({ series: [{ group: 'a', is_rest: false, points }] }, 'cost');
    assert.equal(openMs, Date.parse('2026-11-01T01:00:00Z'));
  });

  it.each([
    ['calls', 3],
    ['errors', 1],
    ['tokens', 25],
  ] as const)('can show %s', (measure, expected) => {
    assert.deepEqual(toCostLines({ series }, measure).lines[0]?.values, [expected]);
  });

  it.each([
    [1, '1h'],
    [7, '6h'],
    [90, '1d'],
  ] as const)('has the interval of %d days: %s', (days, expected) => {
    assert.equal(toInterval(days * 86_400_000), expected);
  });
});
