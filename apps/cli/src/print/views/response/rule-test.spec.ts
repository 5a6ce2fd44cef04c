import assert from 'node:assert/strict';
import { testRows } from './rule-test.js';

describe('the test of a rule', () => {
  it('shows a row for each run of a phase', () => {
    const window = (at: string, phase: string, value?: number) => ({
      at,
      phase,
      ...(value !== undefined && { value }),
    });
    const windows = [window('1', 'inactive', 1), window('2', 'inactive', 3), window('3', 'firing', 9.87654)];
    assert.deepEqual(
      testRows({ series: [{ labels: { alertname: 'A' }, windows: [...windows, window('4', 'inactive')] }] }),
      [
        { from: '1', to: '2', phase: 'inactive', windows: 2, least: '1', greatest: '3', labels: 'alertname=A' },
        { from: '3', to: '3', phase: 'firing', windows: 1, least: '9.877', greatest: '9.877', labels: 'alertname=A' },
        { from: '4', to: '4', phase: 'inactive', windows: 1, labels: 'alertname=A' },
      ],
    );
  });

  it('says why the query failed', () => {
    assert.deepEqual(testRows({ error: 'timeout' }), [{ phase: 'error: timeout' }]);
  });
});
