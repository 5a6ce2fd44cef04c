import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { printCriticalPath } from './critical-path.js';

const page = { width: undefined, colors: createColors(false) };
const segment = (span_id: string, ms: number, self_time_ns: number): JsonObject => ({
  span_id,
  service_name: 'shop',
  operation: `op-${span_id}`,
  start_time: `2026-01-31T12:00:00.${String(ms).padStart(3, '0')}Z`,
  self_time_ns,
});
const answer = (segments: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  trace_id: 'a'.repeat(32),
  start_time: '2026-01-31T12:00:00Z',
  duration_ms: 100,
  duration_ns: 100_000_000,
  span_count: 3,
  complete: true,
  segments,
  segment_count: segments.length,
  operations: [{ service_name: 'shop', operation: 'pay', segment_count: 2, self_time_ns: 40_000_000, share: 0.4 }],
  warnings: [],
  ...more,
});

describe('printCriticalPath', () => {
  it('shows segments by time with their start and share', () => {
    const lines = printCriticalPath(answer([segment('1', 0, 60_000_000), segment('2', 60, 40_000_000)]), page).split(
      '\n',
    );
    assert.match(lines.find((line) => line.includes('op-1')) ?? '', /^ *0 ms +60 ms +60 % +shop +op-1 +1$/);
    assert.match(lines.find((line) => line.includes('op-2')) ?? '', /^ *60 ms +40 ms +40 % +shop +op-2 +2$/);
    assert.match(lines.find((line) => line.includes('pay')) ?? '', /^shop +pay +2 +40 ms +40 %$/);
  });

  it('shows the longest segments of a long path and counts the rest', () => {
    const segments = Array.from({ length: 1_000 }, (_, index) => segment(String(index), index % 1000, index + 1));
    const text = printCriticalPath(answer(segments), page);
    const shown = [...text.matchAll(/op-(\d+)/g)].map(([, id]) => Number(id));
    assert.deepEqual(
      shown,
      Array.from({ length: 200 }, (_, index) => 800 + index),
    );
    assert.match(text, /and 800 shorter segments/);
  });

  it('explains an uncertain path', () => {
    const warnings = [{ kind: 'clock_skew', count: 2, span_ids: ['1'] }];
    const text = printCriticalPath(answer([], { complete: false, missing_parents: 1, warnings }), page);
    assert.match(text, /clock_skew: 2 spans start before their parents/);
    assert.match(text, /incomplete: the root or the parent of 1 span has not arrived/);
  });
});
