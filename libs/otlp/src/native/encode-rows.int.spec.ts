import assert from 'node:assert/strict';
import { AGENT_STEPS } from '@svc/tables';
import { readBlock, readTypes, readValue } from '../testing/engine.js';
import { encodeRows, type WrittenRow } from './encode-rows.js';

type Row = WrittenRow<typeof AGENT_STEPS>;

const ROW: Row = {
  project_number: 4_000_000_000,
  retention_days: 65_535,
  timestamp: 1_750_000_000_123_456_789n,
  trace_id: 'ab'.repeat(16),
  span_id: '0123456789abcdef',
  run_id: 'a run with ü and \ud800',
  version: 2n ** 64n - 1n,
  is_deleted: 1,
  parent_span_id: '',
  kind: 'inference',
  operation: 'chat',
  name: 'chat gpt-4o',
  label: '',
  agent_name: 'agent',
  duration_ns: 5n,
  is_error: 0,
  error_type: '',
  error_message: 'x'.repeat(300),
  model: 'gpt-4o',
  provider: 'openai',
  service_tier: '',
  first_token_ns: 7n,
  finish_reasons: ['stop', 'length'],
  tool_call_id: '',
  usage: { input_text_uncached: 2n ** 40n, requests: 1n },
  cost: 1_234_567_890_123_456n,
  price_id: 'p',
  is_counted: 1,
  is_unpriced: 0,
  flags: [],
  service_name: 's',
  environment: 'e',
  distinct_id: 'd',
};

it('writes rows that the engine reads with the types of the table', () => {
  const block = encodeRows(AGENT_STEPS, [
    ROW,
    { ...ROW, cost: null, first_token_ns: null, finish_reasons: [], usage: {} },
  ]);
  const types = readTypes(block);
  for (const [name, { type }] of Object.entries(AGENT_STEPS.columns)) assert.equal(types.get(name), type, name);
  const [first, second] = readBlock(block);
  assert.ok(first && second);
  assert.equal(first.project_number, 4_000_000_000);
  assert.equal(first.timestamp, '1750000000123456789');
  assert.equal(first.trace_id, 'ab'.repeat(16));
  assert.equal(first.parent_span_id, '0'.repeat(16));
  assert.equal(first.run_id, 'a run with ü and \ufffd');
  assert.equal(first.version, String(2n ** 64n - 1n));
  assert.deepEqual([first.finish_reasons, second.finish_reasons], [['stop', 'length'], []]);
  assert.deepEqual(second.cost, null);
  assert.equal(
    readValue(block, "arrayStringConcat(groupArray(ifNull(toString(cost), 'none')), ' ')"),
    '1234.567890123456 none',
  );
  assert.equal(
    readValue(block, "arrayStringConcat(groupArray(ifNull(toString(first_token_ns), 'none')), ' ')"),
    '7 none',
  );
  assert.equal(readValue(block, "groupArray(toString(usage['input_text_uncached']))"), "['1099511627776','0']");
});

it('refuses values of another type', () => {
  assert.throws(() => encodeRows(AGENT_STEPS, [{ ...ROW, is_error: 0.5 }]), TypeError);
});
