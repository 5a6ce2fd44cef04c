import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import protobuf from 'protobufjs';
import { exportResponse, statusBody } from './response.js';
import type { Signal } from './signal.js';
import { responseType } from './testing/oracle.js';

const REJECTED: Readonly<Record<Signal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
};

for (const [signal, field] of Object.entries(REJECTED) as [Signal, string][]) {
  it(`leaves partial_success unset after full success for ${signal}`, () => {
    assert.equal(exportResponse(signal, undefined, 'protobuf').length, 0);
    assert.equal(exportResponse(signal, undefined, 'json').toString(), '{}');
  });

  for (const rejected of [0, 3, 300, 70_000]) {
    it(`reports ${rejected} rejected ${signal} in both encodings`, () => {
      const partial = { rejected, message: 'Grüße, some were rejected.' };
      const json = JSON.parse(exportResponse(signal, partial, 'json').toString()) as Record<string, unknown>;
      assert.deepEqual(json, { partialSuccess: { [field]: String(rejected), errorMessage: partial.message } });
      const type = responseType(signal);
      const decoded = type.toObject(type.decode(exportResponse(signal, partial, 'protobuf')), {
        longs: String,
        defaults: true,
      });
      assert.deepEqual(decoded, json);
    });
  }
}

const STATUS = protobuf
  .parse('syntax = "proto3"; message Status { int32 code = 1; string message = 2; }')
  .root.lookupType('Status');

it('returns a failure as a google.rpc.Status, whose JSON also contains the error code', () => {
  const error = new ServiceError('unavailable', { message: 'The event log is full.' });
  assert.deepEqual(STATUS.toObject(STATUS.decode(statusBody(error, 'protobuf'))), {
    code: 14,
    message: 'The event log is full.',
  });
  assert.deepEqual(JSON.parse(statusBody(error, 'json').toString()), {
    code: 14,
    error: 'unavailable',
    message: 'The event log is full.',
  });
});
