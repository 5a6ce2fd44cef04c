import assert from 'node:assert/strict';
import type { ContentPart } from '../content/content.js';
import type { Budgets, EvaluatedRun, EvaluatedStep } from './evaluated-run.js';
import { evaluateRun, EVALUATION_METRICS, type EvaluationMetric } from './metrics.js';

const NONE: Budgets = { latencyMs: undefined, cost: undefined };
const RUN: EvaluatedRun = {
  status: 'completed',
  durationNs: 0n,
  llmCalls: 0,
  toolCalls: 0,
  toolErrors: 0,
  unpricedCalls: 0,
  cost: undefined,
  steps: [],
};
const DOLLAR = 10n ** 12n;

const message = (role: string, ...parts: ContentPart[]) => [{ role, parts }];
const text = (value: string): ContentPart => ({ type: 'text', text: value });
const asks = (id: string, given: string): ContentPart => ({ type: 'tool_call', id, name: 'search', arguments: given });
const tool = (given: string | undefined, toolCallId = ''): EvaluatedStep => ({
  kind: 'tool',
  name: 'search',
  toolCallId,
  content: given === undefined ? undefined : { input: message('tool', text(given)), output: [] },
});
const call = (...parts: ContentPart[]): EvaluatedStep => ({
  kind: 'inference',
  name: '',
  toolCallId: '',
  content: { input: [], output: message('assistant', ...parts) },
});

/** The metric, the run, its budgets, and the label and the value that are expected. */
type Row = readonly [EvaluationMetric, Partial<EvaluatedRun>, Partial<Budgets>, string | undefined, (number | null)?];

const ROWS: readonly Row[] = [
  ['tool_error_rate', {}, {}, undefined],
  ['tool_error_rate', { toolCalls: 3 }, {}, 'ok', 0],
  ['tool_error_rate', { toolCalls: 4, toolErrors: 1 }, {}, 'errors', 0.25],
  ['latency_budget', { durationNs: 5_000_000n }, {}, undefined],
  ['latency_budget', { durationNs: 5_000_000n }, { latencyMs: 5 }, 'within', 5],
  ['latency_budget', { durationNs: 5_000_001n }, { latencyMs: 5 }, 'exceeded', 5],
  ['cost_budget', { cost: DOLLAR }, {}, undefined],
  ['cost_budget', {}, { cost: DOLLAR }, undefined],
  ['cost_budget', { llmCalls: 1, cost: DOLLAR }, { cost: DOLLAR }, 'within', 1],
  ['cost_budget', { llmCalls: 1, cost: DOLLAR + 1n }, { cost: DOLLAR }, 'exceeded', 1.000000000001],
  ['cost_budget', { llmCalls: 1, unpricedCalls: 1 }, { cost: DOLLAR }, 'unknown', null],
  ['cost_budget', { llmCalls: 2, unpricedCalls: 1, cost: 1n }, { cost: DOLLAR }, 'unknown', 1e-12],
  ['cost_budget', { llmCalls: 2, unpricedCalls: 1, cost: 2n * DOLLAR }, { cost: DOLLAR }, 'exceeded', 2],
  ['loop_detected', { steps: [tool(undefined), tool(undefined), tool(undefined)] }, {}, undefined],
  ['loop_detected', { steps: [tool('{"a":1}'), tool('{"a":1}')] }, {}, 'none', 2],
  ['loop_detected', { steps: [tool('{"a":1,"b":2}'), tool('{"b":2,"a":1}'), tool('{ "a":1, "b":2 }')] }, {}, 'loop', 3],
  ['loop_detected', { steps: [tool('{"a":1}'), tool('{"a":2}'), tool('{"a":3}')] }, {}, 'none', 1],
  ['loop_detected', { steps: [tool('{}', 'x'), tool('{}', 'x'), tool('{}', 'x')] }, {}, 'none', 1],
  ['loop_detected', { steps: [call(asks('1', '{}')), call(asks('2', '{}')), call(asks('3', '{}'))] }, {}, 'loop', 3],
  ['loop_detected', { steps: [call(asks('1', '{}')), tool('{}', '1'), call(asks('2', '{}'))] }, {}, 'none', 2],
  ['loop_detected', { steps: [call(asks('', '{}')), tool('{}'), call(asks('', '{}')), tool('{}')] }, {}, 'none', 2],
  ['empty_output', {}, {}, undefined],
  ['empty_output', { steps: [call(text('Hello')), call(text(' \n'))] }, {}, 'empty', 1],
  ['empty_output', { steps: [call(text(' \n'))], status: 'failed' }, {}, undefined],
  ['empty_output', { steps: [call(text('Hello'))] }, {}, 'ok', 0],
  ['empty_output', { steps: [call(asks('1', '{}'))] }, {}, 'ok', 0],
  ['json_validity', { steps: [call(text('Hello'))] }, {}, undefined],
  ['json_validity', { steps: [call(text('[note] see below'))] }, {}, undefined],
  ['json_validity', { steps: [call(text(' {"a": [1]} '))] }, {}, 'valid', 1],
  ['json_validity', { steps: [call(text('{"a": '))] }, {}, 'invalid', 0],
  ['json_validity', { steps: [call(text('```json\n{"a": 1}\n```\n'))] }, {}, 'valid', 1],
  ['json_validity', { steps: [call(text('```json\n{"a": 1,}\n```'))] }, {}, 'invalid', 0],
  ['json_validity', { steps: [call(text('```json\n{"a": 1'))] }, {}, 'invalid', 0],
];

describe('metrics of runs', () => {
  it.each(ROWS.map((row) => [row]))('evaluates row %#', ([metric, run, budgets, label, value]) => {
    const finding = evaluateRun(metric, { ...RUN, ...run }, { ...NONE, ...budgets });
    assert.deepEqual([finding?.label, finding?.value], [label, label === undefined ? undefined : value]);
    if (finding) assert.match(finding.comment, /^.{1,200}\.$/);
  });

  it('has rows of every metric that apply and that do not', () => {
    for (const metric of EVALUATION_METRICS) {
      const labels = new Set(ROWS.filter(([name]) => name === metric).map(([, , , label]) => label));
      assert.ok(labels.has(undefined) && labels.size > 2, metric);
    }
  });

  it('names no content of a run in its reasons', () => {
    const run = { ...RUN, steps: [tool('{"secret":"x7"}'), call(text('{"secret":"x7"'))] };
    for (const metric of EVALUATION_METRICS) {
      assert.doesNotMatch(evaluateRun(metric, run, NONE)?.comment ?? '', /x7|secret/);
    }
  });
});
