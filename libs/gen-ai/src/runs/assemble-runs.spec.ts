import assert from 'node:assert/strict';
import { formatMoney, COST_DECIMALS } from '../prices/money.js';
import { assembleRuns } from './assemble-runs.js';
import type { Run, Step, TraceSpan } from './run.js';
import {
  agent,
  ARRIVED_NS,
  call,
  contextAfter,
  SECOND_NS,
  span,
  spanId,
  tool,
  TRACE_ID,
} from './testing/trace-builder.js';

const OTHER = 'bb'.repeat(16);

function assemble(spans: readonly TraceSpan[], idleSeconds = 0): readonly Run[] {
  return assembleRuns(spans, contextAfter(idleSeconds, [TRACE_ID, OTHER]));
}

function only(spans: readonly TraceSpan[], idleSeconds = 0): Run {
  const [run, ...others] = assemble(spans, idleSeconds);
  assert.ok(run && others.length === 0, 'not one run');
  return run;
}

const stepOf = ({ steps }: Run, id: string): Step | undefined => steps.find((step) => step.spanId === spanId(id));
const cost = (run: Run): string | undefined =>
  run.cost === undefined ? undefined : formatMoney(run.cost, COST_DECIMALS);

describe('the key of a run', () => {
  it('is the topmost agent, below which another agent is a step', () => {
    const run = only([
      span('1', { to: 20 }),
      agent('2', { parent: '1' }),
      agent('3', { parent: '2' }),
      call('4', { parent: '3' }),
    ]);
    expect(run.runId).toBe(`${TRACE_ID}-${spanId('2')}`);
    expect(run.steps.map(({ spanId: id, parentSpanId: parent }) => [id, parent])).toEqual([
      [spanId('2'), ''],
      [spanId('3'), spanId('2')],
      [spanId('4'), spanId('3')],
    ]);
    expect(run.agentName).toBe('agent 2');
  });

  it('is one for each of two agents beside each other', () => {
    const runs = assemble([span('1', { to: 20 }), agent('2', { parent: '1' }), agent('3', { parent: '1' })]);
    expect(runs.map(({ runId }) => runId)).toEqual([`${TRACE_ID}-${spanId('2')}`, `${TRACE_ID}-${spanId('3')}`]);
  });

  it('is the trace for calls of models without an agent above them', () => {
    const run = only([span('1', { to: 20 }), call('2', { parent: '1' }), call('3', { parent: '1', from: 3 })]);
    expect(run).toMatchObject({
      runId: TRACE_ID,
      status: 'completed',
      llmCalls: 2,
      endNs: run.startNs + 20n * SECOND_NS,
    });
  });

  it('does not exist for tools without a call of a model', () => {
    expect(assemble([span('1'), tool('2', { parent: '1' })])).toEqual([]);
  });

  it('is the ID that the application gives, across traces and for the spans below', () => {
    const id = { 'agent.run.id': 'order 7' };
    const run = only([
      agent('1', {}, id),
      call('2', { parent: '1' }),
      agent('3', { trace: OTHER, from: 100, to: 110 }, id),
      call('4', { trace: OTHER, parent: '3', from: 100 }),
    ]);
    expect(run).toMatchObject({ runId: 'order 7', traceIds: [TRACE_ID, OTHER], llmCalls: 2 });
    expect(run.endNs - run.startNs).toBe(110n * SECOND_NS);
  });

  it('is not merged by a conversation', () => {
    const conversation = { 'gen_ai.conversation.id': 'talk' };
    expect(assemble([agent('1', {}, conversation), agent('2', { trace: OTHER }, conversation)])).toHaveLength(2);
  });
});

describe('the status of a run', () => {
  it.each([
    ['a status that the application states', {}, { 'agent.run.status': 'failed' }, 'failed', 'stated'],
    ['a stated status before an error', { error: 'x' }, { 'agent.run.status': 'success' }, 'completed', 'stated'],
    [
      'a cancelled error',
      { error: 'x' },
      { 'error.type': 'asyncio.exceptions.CancelledError' },
      'cancelled',
      'cancelled_error',
    ],
    ['an aborted error', { error: 'x' }, { 'error.type': 'AbortError' }, 'cancelled', 'cancelled_error'],
    ['a context that was cancelled', { error: 'context canceled' }, {}, 'cancelled', 'cancelled_error'],
    ['an aborted answer', {}, { 'gen_ai.response.finish_reasons': '["aborted"]' }, 'cancelled', 'cancelled_error'],
    ['a timeout', { error: 'x' }, { 'error.type': 'openai.APITimeoutError' }, 'timed_out', 'timeout_error'],
    ['a deadline', { error: 'x' }, { 'error.type': 'DEADLINE_EXCEEDED' }, 'timed_out', 'timeout_error'],
    ['a limit of steps', { error: 'x' }, { 'error.type': 'GraphRecursionError' }, 'max_steps', 'step_limit'],
    ['a limit of turns', {}, { 'gen_ai.response.finish_reasons': '["max_turns"]' }, 'max_steps', 'step_limit'],
    ['another error', { error: 'boom' }, { 'error.type': 'ValueError' }, 'failed', 'error_status'],
    ['an end', {}, {}, 'completed', 'ended'],
  ] as const)('follows from %s', (_name, options, attributes, status, reason) => {
    expect(only([agent('1', options, attributes), call('2', { parent: '1' })])).toMatchObject({
      status,
      reason,
      isInferred: false,
    });
  });

  it('is not failed by the error of a tool', () => {
    const run = only([
      agent('1'),
      call('2', { parent: '1' }),
      tool('3', { parent: '1', error: 'x' }, { 'error.type': 'tool_error' }),
    ]);
    expect(run).toMatchObject({ status: 'completed', toolCalls: 1, toolErrors: 1, errorType: '' });
  });

  it('names the error of the root', () => {
    const run = only([agent('1', { error: 'no such order' }, { 'error.type': 'OrderError' })]);
    expect(run).toMatchObject({ errorType: 'OrderError', errorMessage: 'no such order' });
  });

  const FIRST = call('2', { parent: '1' });
  const HEADLESS = [FIRST, call('3', { parent: '1', from: 5 })];
  it.each([
    ['its last call is complete', HEADLESS, 'completed'],
    ['its last call failed', [FIRST, call('3', { parent: '1', from: 5, error: 'x' })], 'failed'],
    [
      'its last call asked for a tool',
      [call('2', { parent: '1' }, { 'gen_ai.response.finish_reasons': '["tool_calls"]' })],
      'cancelled',
    ],
    [
      'its last call was aborted',
      [call('2', { parent: '1', error: 'x' }, { 'error.type': 'AbortError' })],
      'cancelled',
    ],
  ] as const)('is inferred after 15 minutes without a root if %s', (_name, spans, status) => {
    expect(only(spans, 899)).toMatchObject({ status: 'running', isInferred: false, flags: ['missing_parents'] });
    expect(only(spans, 900)).toMatchObject({ status, reason: 'root_missing', isInferred: true });
  });

  it('is timed out after 60 minutes if a span between is missing too', () => {
    const spans = [...HEADLESS, tool('5', { parent: '4' })];
    expect(only(spans, 3_599)).toMatchObject({ status: 'running' });
    expect(only(spans, 3_600)).toMatchObject({ status: 'timed_out', reason: 'idle', isInferred: true });
  });

  it('is replaced by a late root, if it was inferred', () => {
    expect(only([...HEADLESS, span('1', { to: 10, error: 'x' })], 4_000)).toMatchObject({
      runId: TRACE_ID,
      status: 'failed',
      isInferred: false,
      flags: [],
    });
  });

  it('counts the time since the last arrival, not since the spans', () => {
    const late = {
      ...contextAfter(0),
      now: ARRIVED_NS + 5_000n * SECOND_NS,
      lastArrivals: new Map([[TRACE_ID, ARRIVED_NS + 4_500n * SECOND_NS]]),
    };
    expect(assembleRuns(HEADLESS, late)[0]).toMatchObject({ status: 'running' });
  });

  it('stays running while the application says so, until it is idle', () => {
    const spans = [agent('1', {}, { 'agent.run.status': 'running' })];
    expect(only(spans)).toMatchObject({ status: 'running', reason: 'stated' });
    expect(only(spans, 3_600)).toMatchObject({ status: 'timed_out', isInferred: true });
  });
});

describe('the usage of a run', () => {
  it('is that of the calls, not also that of the agents around them', () => {
    const usage = { 'gen_ai.usage.input_tokens': '2000', 'gen_ai.usage.output_tokens': '200' };
    const run = only([agent('1', {}, usage), call('2', { parent: '1' }), call('3', { parent: '1', from: 2 })]);
    expect(run.usage).toEqual({ input_text_uncached: 2_000, output_text: 200, requests: 2 });
    expect(run.flags).toEqual([]);
    expect(cost(run)).toBe('0.007');
  });

  it.each([
    [2_200, []],
    [2_222, []],
    [2_223, ['aggregate_mismatch']],
    [1_100, ['aggregate_mismatch']],
  ])('is flagged if an agent states another one: %d', (tokens, flags) => {
    const run = only([
      agent('1', {}, { 'gen_ai.usage.input_tokens': String(tokens) }),
      call('2', { parent: '1' }),
      call('3', { parent: '1', from: 2 }),
    ]);
    expect(run.flags).toEqual(flags);
    expect(run.usage.input_text_uncached).toBe(2_000);
  });

  it('is that of the agent if no call inside reports any, priced by the model inside', () => {
    const none = { 'gen_ai.usage.input_tokens': '', 'gen_ai.usage.output_tokens': '' };
    const run = only([
      agent('1', {}, { 'gen_ai.usage.input_tokens': '1000', 'gen_ai.usage.output_tokens': '100' }),
      call('2', { parent: '1' }, none),
    ]);
    expect(run.usage).toMatchObject({ input_text_uncached: 1_000, output_text: 100 });
    expect(run.flags).toEqual(['usage_from_aggregate']);
    expect(cost(run)).toBe('0.0035');
  });

  it.each([
    [
      'with the same ID of the answer',
      { 'gen_ai.response.id': 'r1' },
      { 'gen_ai.response.id': 'r1', 'gen_ai.usage.input_tokens': '999' },
      1,
    ],
    ['with different IDs', { 'gen_ai.response.id': 'r1' }, { 'gen_ai.response.id': 'r2' }, 2],
    ['with the same usage, without IDs', {}, {}, 1],
    ['with another usage, without IDs', {}, { 'gen_ai.usage.input_tokens': '7' }, 2],
  ])('counts a call inside a call %s', (_name, outer, inner, calls) => {
    expect(only([agent('1'), call('2', { parent: '1' }, outer), call('3', { parent: '2' }, inner)])).toMatchObject({
      llmCalls: calls,
    });
  });

  it('is null in cost, not zero, if a model is unknown', () => {
    const run = only([agent('1'), call('2', { parent: '1' }, { 'gen_ai.request.model': 'mystery-1' })]);
    expect(run).toMatchObject({ cost: undefined, unpricedCalls: 1, llmCalls: 1 });
    const both = only([
      agent('1'),
      call('2', { parent: '1' }, { 'gen_ai.request.model': 'mystery-1' }),
      call('3', { parent: '1' }),
    ]);
    expect(both.unpricedCalls).toBe(1);
    expect(cost(both)).toBe('0.0035');
  });

  it.each(['localhost', '127.0.0.1', '10.0.0.7', '[::1]:8080', 'ollama', 'http://192.168.1.5:11434/v1'])(
    'has no price of a vendor at %s',
    (address) => {
      const run = only([agent('1'), call('2', { parent: '1' }, { 'server.address': address })]);
      expect(run).toMatchObject({ cost: undefined, unpricedCalls: 1 });
    },
  );

  it('counts a call without usage as unpriced, unless it failed', () => {
    const none = { 'gen_ai.usage.input_tokens': '', 'gen_ai.usage.output_tokens': '' };
    expect(only([agent('1'), call('2', { parent: '1' }, none)])).toMatchObject({
      unpricedCalls: 1,
      llmCalls: 1,
      cost: undefined,
    });
    expect(only([agent('1'), call('2', { parent: '1', error: '429' }, none)])).toMatchObject({
      unpricedCalls: 0,
      llmCalls: 1,
    });
  });

  it('flags tiers without a price, and numbers that contradict each other', () => {
    const run = only([
      agent('1'),
      call('2', { parent: '1' }, { 'openai.response.service_tier': 'priority' }),
      call('3', { parent: '1' }, { 'gen_ai.usage.total_tokens': '7' }),
    ]);
    expect(run.flags).toEqual(['usage_mismatch', 'tier_unpriced']);
  });

  it('keeps the price that a step has while model and usage are the same', () => {
    const spans = [agent('1'), call('2', { parent: '1' })];
    const old = { priceId: 'old', cost: 5n, isTierUnpriced: false, isProviderInferred: false, isPartial: false };
    const usage = { requests: 1, output_text: 100, input_text_uncached: 1_000 };
    const stored = (model: string) =>
      new Map([[`${TRACE_ID}-${spanId('2')}`, { ...old, provider: 'openai', model, usage }]]);
    expect(assembleRuns(spans, { ...contextAfter(0), storedPrices: stored('gpt-4o') })[0]).toMatchObject({ cost: 5n });
    expect(assembleRuns(spans, { ...contextAfter(0), storedPrices: stored('gpt-4') })[0]?.cost).not.toBe(5n);
  });
});

describe('the calls of tools of a run', () => {
  it('are one for the spans of framework, client and server, with the outermost time and the innermost error', () => {
    const run = only([
      agent('1'),
      tool('2', { parent: '1', to: 5 }, { 'gen_ai.tool.call.id': 'c1' }),
      tool('3', { parent: '2', from: 1, to: 4 }),
      tool('4', { parent: '3', from: 2, to: 3, error: 'x' }),
    ]);
    expect(run).toMatchObject({ toolCalls: 1, toolErrors: 1 });
    expect(run.steps.filter(({ isCounted }) => isCounted).map(({ spanId: id }) => id)).toEqual([spanId('2')]);
    expect(stepOf(run, '2')?.isError).toBe(true);
  });

  it.each([
    ['the same ID', { scope: 'a', from: 8 }, { 'gen_ai.tool.call.id': 'c1' }, 1],
    ['another ID', { scope: 'b' }, { 'gen_ai.tool.call.id': 'c2' }, 2],
    ['no ID, overlapping, of another instrumentation', { scope: 'b' }, {}, 1],
    ['no ID, overlapping, of the same instrumentation', { scope: 'a' }, {}, 2],
    ['no ID, later, of another instrumentation', { scope: 'b', from: 5 }, {}, 2],
    ['no ID, of another tool', { scope: 'b' }, { 'gen_ai.tool.name': 'other' }, 2],
  ])('are distinguished by %s', (_name, options, attributes, calls) => {
    const first = tool('2', { parent: '1', scope: 'a' }, { 'gen_ai.tool.call.id': 'c1' });
    expect(only([agent('1'), first, tool('3', { parent: '1', ...options }, attributes)]).toolCalls).toBe(calls);
  });
});

it('shows lost attributes, and spans that were not read', () => {
  const spans = [agent('1'), call('2', { parent: '1', dropped: 3 })];
  expect(only(spans).flags).toEqual(['incomplete_attributes']);
  expect(assembleRuns(spans, { ...contextAfter(0), cutTraces: new Set([TRACE_ID]) })[0]?.flags).toEqual([
    'incomplete_attributes',
    'spans_cut',
  ]);
});

it('measures the time to the first token from the start of the run', () => {
  const run = only([
    agent('1'),
    call('2', { parent: '1', from: 2 }, { 'gen_ai.response.time_to_first_chunk': '0.25' }),
  ]);
  expect(run.timeToFirstTokenNs).toBe(2_250_000_000n);
});
