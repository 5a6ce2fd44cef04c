import assert from 'node:assert/strict';
import { buildTree } from './build-tree.js';
import { toCriticalSegments, toLogMarks } from './marks.js';
import { parseNanos } from './nanos.js';
import { span, toTrace } from './testing/traces.js';

const tree = buildTree(toTrace([span('r', undefined, 0, 900), span('a', 'r', 100, 50)]));

describe('marks of a waterfall', () => {
  it('reads times exactly to the nanosecond', () => {
    for (const [text, expected] of [
      ['1970-01-01T00:00:00Z', 0n],
      ['1970-01-01T00:00:01.5Z', 1_500_000_000n],
      ['2026-11-01T09:30:00.123456789+01:00', 1_793_521_800_123_456_789n],
      ['1969-12-31T23:59:59.000000001Z', -999_999_999n],
      ['yesterday', undefined],
      [undefined, undefined],
    ] as const)
      assert.equal(parseNanos(text), expected, text);
  });

  it('places segments of the critical path on their spans', () => {
    const part = { service_name: 'shop', operation: 'r', self_time_ns: 100 };
    const [from, to] = ['2026-11-01T08:30:00.123456789Z', '2026-11-01T08:30:00.123456889Z'];
    const segments = toCriticalSegments(tree, [
      { ...part, span_id: 'r', start_time: from, end_time: to },
      { ...part, span_id: 'unknown', start_time: from, end_time: to },
      { ...part, start_time: from, end_time: to },
    ]);
    assert.deepEqual([...segments], [[0, [{ node: 0, startNs: 0, endNs: 100 }]]]);
  });

  it('places logs at their time, and leaves out those without a span of the trace', () => {
    const timestamp = '2026-11-01T08:30:00.123456900Z';
    const marks = toLogMarks(tree, [{ span_id: 'a', timestamp, level: 'error' }, { timestamp }, { span_id: 'a' }]);
    assert.deepEqual([...marks], [[1, [{ node: 1, atNs: 111, level: 'error' }]]]);
  });
});
