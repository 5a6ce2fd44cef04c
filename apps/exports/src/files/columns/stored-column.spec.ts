import assert from 'node:assert/strict';
import { LOGS } from '@svc/tables';
import { storedColumn } from './stored-column.js';

describe('storedColumn', () => {
  it.each([
    ['resource_hash', 'integer'],
    ['severity_text', 'text'],
    ['body', 'text'],
    ['timestamp', 'time'],
    ['span_id', 'text'],
    ['trace_id', 'text'],
  ])('shows %s as %s', (name, kind) => {
    assert.equal(storedColumn(LOGS, name).kind, kind);
  });

  it('refuses a type without a form in files, and a column that the table does not have', () => {
    assert.throws(() => storedColumn(LOGS, 'attributes'), /attributes of logs has the type "Map/);
    assert.throws(() => storedColumn(LOGS, 'level'), /level of logs has the type ""/);
  });
});
