import assert from 'node:assert/strict';
import { LOG_COLUMNS, LOGS, rowKey } from '@svc/tables';
import fc from 'fast-check';
import type { NativeBlock } from '../../native/block.js';
import { requestArbitrary } from '../../testing/arbitraries.js';
import { readBlock, type EngineRow } from '../../testing/engine.js';
import { encodeRequest } from '../../testing/oracle.js';
import { CONTEXT, logs, text } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';
import { decodeLogs, MAX_DECODED_BYTES, OVERSIZED, type LogEntry } from './decode-logs.js';

it('decodes the records of any request to the values that the engine reads from its block', () => {
  const encoder = createBlockEncoder('logs', { isKnown: () => false });
  fc.assert(
    fc.property(requestArbitrary('logs'), fc.nat(2 ** 20), fc.boolean(), (request, offset, redacts) => {
      const body = encodeRequest('logs', request);
      const context = { ...CONTEXT, offset: CONTEXT.offset + offset, redacts };
      encoder.reset();
      encoder.add(body, context);
      const { blocks } = encoder.finish();
      const rows = encodeRows(blocks, 'logs');
      const entries = decodeAll(body, context);
      assert.deepEqual(entries.map(toRow), rows.map(stored));
      const resources = new Map(encodeRows(blocks, 'resources').map((row) => [row['resource_hash'], row]));
      for (const [index, entry] of entries.entries()) {
        const resource = resources.get(rows[index]?.['resource_hash']);
        assert.deepEqual(sorted(asMap(entry.resource)), sorted(resource?.['attributes'] as [string[], string[]]));
        assert.deepEqual(lines(entry.resource_types), lines(resource?.['attribute_types'] as string));
      }
    }),
    { numRuns: 150 },
  );
});

it('counts rejected records in the index of a record', () => {
  const body = encodeRequest('logs', logs([{ body: text('a') }, { timeUnixNano: '1' }, { body: text('b') }]));
  assert.deepEqual(
    decodeAll(body, CONTEXT).map(({ place, body }) => [place, body]),
    [
      [0, 'a'],
      [2, 'b'],
    ],
  );
});

it('refuses a malformed request as a whole', () => {
  const body = encodeRequest('logs', logs([{ body: text('a') }, { body: text('b') }]));
  assert.throws(() => decodeAll(body.subarray(0, body.length - 1), CONTEXT), { code: 'invalid_request' });
});

it('yields a mark in place of an oversized record, and the records around it', () => {
  const large = text('x'.repeat(MAX_DECODED_BYTES));
  const body = encodeRequest('logs', logs([{ body: text('a') }, { body: large }, { body: text('b') }]));
  const steps = [...decodeLogs(body, CONTEXT)].filter((step) => step !== undefined);
  assert.deepEqual(
    steps.map((step) => (step === OVERSIZED ? step : step.body)),
    ['a', OVERSIZED, 'b'],
  );
});

function decodeAll(...request: Parameters<typeof decodeLogs>): LogEntry[] {
  return [...decodeLogs(...request)].filter((step): step is LogEntry => typeof step === 'object');
}

function encodeRows(blocks: readonly NativeBlock[], table: string): readonly EngineRow[] {
  const block = blocks.find((candidate) => candidate.table === table);
  return block ? readBlock(block) : [];
}

/** Converts an encoded row to the form that reads return. */
function stored(row: EngineRow): EngineRow {
  const time = BigInt(row['timestamp'] as string)
    .toString(16)
    .padStart(16, '0');
  const values = { ...row, log_id: `${time}${row['record_id'] as string}` } as EngineRow;
  return Object.fromEntries([...LOG_COLUMNS, 'attributes'].map((name) => [name, values[name]]));
}

function toRow(entry: LogEntry): EngineRow {
  const columns = LOG_COLUMNS.map((name) => [name, entry[rowKey(LOGS, name)]]);
  return { ...Object.fromEntries(columns), attributes: asMap(entry.attributes) } as EngineRow;
}

function asMap(attributes: LogEntry['attributes']): [string[], string[]] {
  return [attributes.map(([key]) => key), attributes.map(([, value]) => value)];
}

const lines = (types: string): string[] => types.split('\n').sort();

/**
 * Sorts attributes: only the first of several equal resources is stored, and the order of their attributes does not
 * distinguish them.
 */
function sorted([keys, values]: [string[], string[]]): string[] {
  return keys.map((key, index) => JSON.stringify([key, values[index]])).sort();
}
