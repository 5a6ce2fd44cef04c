import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createBlockEncoder } from '../create-block-encoder.js';
import type { NativeBlock } from '../native/block.js';
import { requestArbitrary } from '../testing/arbitraries.js';
import { readBlock, type EngineRow } from '../testing/engine.js';
import { encodeRequest } from '../testing/oracle.js';
import { CONTEXT, logs, text } from '../testing/requests.js';
import { decodeLogs, type LogEntry } from './decode-logs.js';

it('decodes the records of any request to the values that the engine reads from its block', () => {
  const encoder = createBlockEncoder('logs', { isKnown: () => false });
  fc.assert(
    fc.property(requestArbitrary('logs'), fc.nat(2 ** 20), (request, offset) => {
      const body = encodeRequest('logs', request);
      const context = { ...CONTEXT, offset: CONTEXT.offset + offset };
      encoder.reset();
      encoder.add(body, context);
      const { blocks } = encoder.finish();
      const rows = encodeRows(blocks, 'logs').map(({ resource_hash: hash, ...row }) => ({ ...row, hash }));
      const entries = decodeLogs(body, context);
      assert.deepEqual(
        entries.map(columnsOf),
        rows.map(({ hash: _hash, ...row }) => row),
      );
      const resources = new Map(
        encodeRows(blocks, 'resources').map((row) => [row['resource_hash'], row['attributes']]),
      );
      for (const [index, entry] of entries.entries()) {
        const stored = resources.get(rows[index]?.hash) as [string[], string[]];
        assert.deepEqual(sorted(asMap(entry.resource)), sorted(stored));
      }
    }),
    { numRuns: 150 },
  );
});

it('counts rejected records in the place of a record', () => {
  const body = encodeRequest('logs', logs([{ body: text('a') }, { timeUnixNano: '1' }, { body: text('b') }]));
  assert.deepEqual(
    decodeLogs(body, CONTEXT).map(({ place, body }) => [place, body]),
    [
      [0, 'a'],
      [2, 'b'],
    ],
  );
});

it('refuses a malformed request as a whole', () => {
  const body = encodeRequest('logs', logs([{ body: text('a') }, { body: text('b') }]));
  assert.throws(() => decodeLogs(body.subarray(0, body.length - 1), CONTEXT), { code: 'invalid_request' });
});

function encodeRows(blocks: readonly NativeBlock[], table: string): readonly EngineRow[] {
  const block = blocks.find((candidate) => candidate.table === table);
  return block ? readBlock(block) : [];
}

function columnsOf(entry: LogEntry): EngineRow {
  return {
    project_number: CONTEXT.projectNumber,
    retention_days: CONTEXT.retentionDays,
    timestamp: String(entry.timestamp),
    observed_timestamp: String(entry.observedTimestamp),
    log_id: entry.logId.toLowerCase(),
    severity_number: entry.severityNumber,
    severity_text: entry.severityText,
    body: entry.body,
    event_name: entry.eventName,
    trace_id: entry.traceId,
    span_id: entry.spanId,
    service_name: entry.serviceName,
    environment: entry.environment,
    release: entry.release,
    scope_name: entry.scopeName,
    scope_version: entry.scopeVersion,
    session_id: entry.sessionId,
    distinct_id: entry.distinctId,
    attributes: asMap(entry.attributes),
  };
}

function asMap(attributes: LogEntry['attributes']): [string[], string[]] {
  return [attributes.map(([key]) => key), attributes.map(([, value]) => value)];
}

/** Of equal resources the first one is stored; the order of their attributes does not distinguish them. */
function sorted([keys, values]: [string[], string[]]): string[] {
  return keys.map((key, index) => JSON.stringify([key, values[index]])).sort();
}
