import assert from 'node:assert/strict';
import { createColors } from '../layout/colors.js';
import { printTrends } from './trends.js';

const page = { width: undefined, colors: createColors(false) };
const points = (...values: number[]) =>
  values.map((value, index) => ({
    start: `2026-01-0${index + 1}T00:00:00Z`,
    value,
    complete: index < values.length - 1,
  }));
const answer = {
  interval: 'day',
  measure: 'count',
  timezone: 'UTC',
  series: [
    {
      event: 'buy',
      breakdown_value: 'pro\u001b[31m',
      breakdown_kind: 'value',
      total: 12_345,
      points: points(0, 1, 800),
    },
    { event: 'buy', breakdown_value: '(none)', breakdown_kind: 'none', total: 4, points: points(4, 0, 0) },
  ],
};

describe('printTrends', () => {
  it('shows one line per series with a sparkline, and all points by time', () => {
    const text = printTrends(answer, page);
    const lines = text.split('\n');
    assert.match(lines[1] ?? '', /^buy · pro.* 12,345 +▁█$/);
    assert.match(lines[2] ?? '', /^buy · \(none\) +4 +█/);
    assert.equal(lines[3], 'count, UTC');
    assert.match(text, /2026-01-02T00:00:00Z +buy · pro.* +1\b/);
    assert.match(text, /2026-01-03T00:00:00Z +buy · pro.* +800 +incomplete/);
    assert.ok(!text.includes('\u001b'));
    assert.equal(printTrends({ ...answer, series: [] }, page), 'No events in this window.\n');
  });

  it('adds adjacent buckets that exceed the line', () => {
    const many = Array.from({ length: 100 }, () => ({ start: '2026-01-01T00:00:00Z', value: 1, complete: true }));
    const [, line = ''] = printTrends({ ...answer, series: [{ event: 'e', total: 100, points: many }] }, page).split(
      '\n',
    );
    assert.match(line, / [▁-█]{34}$/);
  });
});
