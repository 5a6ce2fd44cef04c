import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { displayWidth } from '../../layout/layout.js';
import { printAgentRun } from './agent-run.js';

const colors = createColors(false);
const step = (span_id: string, parent: string | undefined, more: object): JsonObject => ({
  span_id,
  trace_id: 'a'.repeat(32),
  ...(parent !== undefined && { parent_span_id: parent }),
  kind: 'inference',
  name: `step ${span_id}`,
  duration_ms: 1_000,
  is_error: false,
  input_tokens: 1_000,
  output_tokens: 100,
  cost: '0.0035',
  is_counted: true,
  ...more,
});
const ANSWER: JsonObject = {
  run: {
    run_id: `${'a'.repeat(32)}-${'1'.repeat(16)}`,
    agent_name: 'helper\u001b[31m',
    status: 'timed_out',
    inferred: true,
    started_at: '2026-01-31T12:00:00Z',
    duration_ms: 10_000,
    llm_calls: 2,
    tool_calls: 1,
    cost: '0.0035',
    unpriced_calls: 1,
    error_type: 'TimeoutError',
    error_message: 'too late',
    input_preview: 'Is it\u001b[31m cold?',
    output_preview: 'Very.',
  },
  status_reason: { code: 'idle', description: 'The run did not end.' },
  flag_reasons: [{ code: 'missing_parents', description: 'Spans have not arrived.' }],
  costs: [
    { model: 'gpt-4o', provider: 'openai', calls: 1, cost: '0.0035' },
    { model: 'mystery', provider: '', calls: 1 },
  ],
  steps: [
    step('1', undefined, { kind: 'agent', input_tokens: 2_000, cost: undefined, is_counted: false }),
    step('2', '1', {}),
    step('3', '1', { kind: 'tool', input_tokens: 0, output_tokens: 0, cost: undefined, is_error: true }),
  ],
  pagination: { has_more: true },
};

describe('printAgentRun', () => {
  const text = printAgentRun(ANSWER, { width: undefined, colors });

  it('shows the status with its reason, the error, question and answer, and the doubts', () => {
    assert.match(text, /^timed_out \(inferred\): The run did not end\.$/m);
    assert.match(text, /^TimeoutError: too late$/m);
    assert.match(text, /^Asked: Is it.* cold\?$/m);
    assert.match(text, /^Answered: Very\.$/m);
    assert.match(text, /^Spans have not arrived\.$/m);
    assert.match(text, /^The price of 1 call is not known, so the cost is too low\.$/m);
    assert.ok(!text.includes('\u001b'));
  });

  it('shows the steps as a tree with tokens and cost', () => {
    assert.match(text, /^step 1 +agent +1 s +\(2,000\) +\(100\)\s*$/m);
    assert.match(text, /^ {2}step 2 +inference +1 s +1,000 +100 +0\.0035$/m);
    assert.match(text, /^ {2}! step 3 +tool +1 s\s*$/m);
    assert.match(text, /These are the first 3 steps/);
  });

  it('shows models without a price as such', () => {
    assert.match(text, /^gpt-4o +openai +1 +0\.0035$/m);
    assert.match(text, /^mystery +1 +no price$/m);
  });

  it('fits a terminal of 80 columns', () => {
    const long = { ...ANSWER, steps: [step('1', undefined, { name: 'x'.repeat(100) })] };
    const lines = printAgentRun(long, { width: 80, colors }).split('\n');
    assert.deepEqual(
      lines.filter((line) => displayWidth(line) > 80),
      [],
    );
  });

  it('leaves out kinds, then durations, on a narrower terminal', () => {
    const titles = (width: number) => /^STEP.*$/m.exec(printAgentRun(ANSWER, { width, colors }))?.[0].split(/ +/);
    assert.deepEqual(titles(80), ['STEP', 'KIND', 'DURATION', 'IN', 'OUT', 'COST']);
    assert.deepEqual(titles(45), ['STEP', 'DURATION', 'IN', 'OUT', 'COST']);
    assert.deepEqual(titles(35), ['STEP', 'IN', 'OUT', 'COST']);
  });

  it('prints something of an answer without anything', () => {
    assert.match(printAgentRun({}, { width: 80, colors }), /^Run/);
  });
});
