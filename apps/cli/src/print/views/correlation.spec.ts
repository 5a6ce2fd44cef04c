import assert from 'node:assert/strict';
import type { JsonObject } from '../../runtime/values/json.js';
import { createColors } from '../layout/colors.js';
import { printCorrelation } from './correlation.js';

const page = { width: undefined, colors: createColors(false) };
const answer: JsonObject = {
  trace_id: 'a'.repeat(32),
  trace: {
    start_time: '2026-01-31T12:00:00Z',
    duration_ms: 12.5,
    span_count: 3,
    root_service: 'shop',
    root_operation: 'GET /',
  },
  logs: [
    {
      reason: 'session',
      timestamp: '2026-01-31T12:00:00Z',
      level: 'error',
      service_name: 'shop',
      body: 'refused\u001b[31m',
    },
  ],
  errors: [],
  metrics: [],
  types: [
    { type: 'logs', count: 1, truncated: true },
    { type: 'errors', count: 0, truncated: false },
    { type: 'metrics', count: 0, truncated: true, error: 'query_too_expensive' },
  ],
};

describe('printCorrelation', () => {
  it('shows related data by type with the reason', () => {
    const text = printCorrelation(answer, page);
    assert.match(text, /2026-01-31T12:00:00Z {2}12\.5 ms {2}3 spans {2}shop GET \/\n/);
    assert.match(
      text,
      /logs: 1 of more\nBY +TIME +LEVEL +SERVICE +MESSAGE\nsession +2026-01-31T12:00:00\.000Z +error +shop +refused/,
    );
    assert.match(text, /errors: none\n[\s\S]*metrics: could not be searched \(query_too_expensive\)/);
    assert.ok(!text.includes('\u001b'));
  });

  it('shows a trace without spans', () => {
    const { trace: _, ...others } = answer;
    assert.match(printCorrelation(others, page), /None of its spans have arrived/);
  });
});
