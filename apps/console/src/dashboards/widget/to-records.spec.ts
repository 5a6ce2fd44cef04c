import assert from 'node:assert/strict';
import type { WidgetData } from '../../gen/api.js';
import { toRecords } from './to-records.js';

const data = {
  logs: [{ log_id: 'a', level: 'error', service_name: 'web', body: '', event_name: 'checkout' }],
  traces: [{ trace_id: 'b', root_service: 'web', root_operation: 'GET /', duration_ms: 5, error_count: 0 }],
  errors: [{ id: 'c', level: 'error', service_name: 'web', type: 'TypeError', message: 'x' }],
} as unknown as WidgetData;

describe('the records of a list', () => {
  it('have one form for all signals, with the page of each', () => {
    const rows = toRecords(data);
    assert.deepEqual(
      rows.map(({ type, target, title, level, hasFailed, ms }) => [type, target, title, level, hasFailed, ms]),
      [
        ['log', 'a', 'checkout', 'error', true, undefined],
        ['trace', 'b', 'GET /', 'ok', false, 5],
        ['issue', '', 'TypeError: x', 'error', true, undefined],
      ],
    );
  });
});
