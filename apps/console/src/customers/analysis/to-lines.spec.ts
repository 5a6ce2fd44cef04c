import assert from 'node:assert/strict';
import { toLineName, toLines } from './to-lines.js';

const point = (timestamp: string, value: number) => ({ timestamp, value, complete: true });
const points = [point('2026-11-01T00:00:00Z', 1), point('2026-11-02T00:00:00Z', 0)];

describe('lines of trends', () => {
  it('have the values of each series at the times of the buckets', () => {
    const { times, lines } = toLines({
      series: [
        { event: 'a', total: 1, points },
        { event: 'b', total: 1, points },
      ],
    });
    assert.deepEqual(times, [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2)]);
    assert.deepEqual(
      lines.map(({ name, values }) => [name, values]),
      [
        ['a', [1, 0]],
        ['b', [1, 0]],
      ],
    );
    assert.deepEqual(toLines({ series: [] }), { times: [], lines: [] });
  });

  it('are named by their values, and keep a value that reads like the rest apart', () => {
    const each = { event: 'a', total: 1, points };
    assert.equal(toLineName({ ...each, breakdown_value: 'pro', breakdown_kind: 'value' }, true), 'pro');
    assert.equal(toLineName({ ...each, breakdown_value: 'pro', breakdown_kind: 'value' }, false), 'a: pro');
    assert.equal(toLineName({ ...each, breakdown_value: '(none)', breakdown_kind: 'none' }, true), 'no value');
    const { lines } = toLines({
      series: [
        { ...each, breakdown_value: 'all others', breakdown_kind: 'value' },
        { ...each, breakdown_value: 'other', breakdown_kind: 'other' },
      ],
    });
    assert.equal(new Set(lines.map(({ name }) => name)).size, 2);
  });
});
