import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { printTraceStats } from './trace-stats.js';

const page = { width: undefined, colors: createColors(false) };
const group = (service_name: string, self_time_ns: number, share: number, more = {}) => ({
  service_name,
  span_count: 2,
  error_count: 1,
  self_time_ns,
  self_time_share: share,
  total_duration_ms: 20,
  max_duration_ms: 15,
  ...more,
});
const answer = {
  trace_id: 'a'.repeat(32),
  start_time: '2026-01-31T12:00:00Z',
  duration_ms: 12.5,
  span_count: 3,
  error_count: 1,
  complete: true,
  missing_parents: 0,
  services: [group('shop', 7_500_000, 0.75), group('bank', 2_500_000, 0.25)],
  operations: [group('shop', 7_500_000, 0.75, { operation: 'POST /pay\u001b[31m' })],
};

describe('printTraceStats', () => {
  it('shows the time of a trace by service and by operation', () => {
    const lines = printTraceStats(answer, page).split('\n');
    assert.equal(lines[1], '2026-01-31T12:00:00Z  12.5 ms  3 spans  1 error');
    assert.match(lines.find((line) => line.startsWith('bank')) ?? '', /2 +1 +2\.5 ms +25 % +20 ms +15 ms$/);
    assert.match(lines.find((line) => line.includes('POST /pay')) ?? '', /^shop +POST \/pay.* 75 % /);
    assert.ok(!lines.join('').includes('\u001b'));
  });

  it('marks an incomplete trace', () => {
    const text = printTraceStats({ ...answer, complete: false, missing_parents: 4 }, page);
    assert.match(text, /incomplete: the root or the parent of 4 spans has not arrived/);
  });
});
