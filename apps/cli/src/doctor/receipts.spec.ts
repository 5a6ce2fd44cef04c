import assert from 'node:assert/strict';
import type { JsonObject } from '../runtime/values/json.js';
import { describeMonth, describeReceipts } from './receipts.js';

const URL = 'http://127.0.0.1:4318';
const status = (...signals: readonly JsonObject[]): JsonObject => ({ start_time: '2026-11-20T17:00:00Z', signals });
const describeIt = (...signals: readonly JsonObject[]) => describeReceipts(status(...signals), URL);
const logs = { signal: 'logs', items: 1_234, last_received_at: '2026-11-20T18:29:30Z', rejected: [] };
const quiet = { signal: 'metrics', items: 0, rejected: [] };

describe('describeReceipts', () => {
  it('says what was stored since the start of the window', () => {
    const { message, status: state, next } = describeIt(logs, quiet, { signal: 'traces', items: 1 });
    assert.equal(message, 'stored since 17:00 UTC: 1,234 log records, 1 span');
    assert.deepEqual([state, next], [undefined, undefined]);
  });

  it('says how to begin where nothing has ever arrived', () => {
    const { message, next } = describeIt(quiet);
    assert.equal(message, 'nothing has arrived yet');
    for (const part of [
      /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/127\.0\.0\.1:4318,/,
      /OTEL_EXPORTER_OTLP_PROTOCOL=http\/protobuf/,
      /OTEL_EXPORTER_OTLP_HEADERS=x-svc-api-key=<key> .*telemetry:write/,
      /refused as a whole \(401, 403\) are in no count/,
    ])
      assert.match(String(next), part);
  });

  it('says when something last arrived', () => {
    const { message, next } = describeIt({ ...logs, items: 0 }, quiet);
    assert.equal(message, 'stored nothing since 17:00 UTC; the last request arrived at 2026-11-20T18:29:30Z');
    assert.equal(next, undefined);
  });

  it('warns of rejected items with their reasons and what would be right', () => {
    const reason = (name: string, explanation?: string) => ({
      reason: name,
      items: 3,
      ...(explanation && { explanation }),
    });
    const rejected = [reason('too_old', 'Set the clock.'), reason('too_long', 'Set the clock.'), reason('of_later')];
    const found = describeIt({ ...logs, rejected });
    assert.equal(found.status, 'warning');
    assert.match(
      found.message,
      /; rejected: 3 log records \(too_old\), 3 log records \(too_long\), 3 log records \(of_later\)$/,
    );
    assert.equal(found.next, 'Set the clock.');
    assert.match(String(describeIt({ ...logs, rejected: [reason('of_later')] }).next), /ingest\.status/);
  });
});

describe('describeMonth', () => {
  it('says what an earlier version counted', () => {
    assert.match(
      describeMonth({ signals: [logs, { signal: 'new', items: 2 }] }).message,
      /^stored this month: 1,234 log records, 2 items of new; /,
    );
    assert.match(describeMonth({}).message, /^stored this month: nothing; /);
  });
});
