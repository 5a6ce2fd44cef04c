import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { displayWidth } from '../../layout/layout.js';
import { printLlmSeries } from './llm-series.js';
import { printLlmSummary } from './llm-summary.js';

const page = (width: number) => ({ width, colors: createColors(false) });
const figures = (cost: string | undefined, calls: string): JsonObject => ({
  calls,
  errors: '2',
  ...(cost !== undefined && { cost }),
  unpriced_calls: cost === undefined ? calls : '0',
  input_tokens: '12345',
  output_tokens: '678',
  latency_ms: { count: calls, p50: 900, p95: 2_500, p99: 61_000 },
});
const SUMMARY: JsonObject = {
  total: { ...figures('12.5', '1200'), unpriced_calls: '7' },
  models: [
    { provider: 'openai', model: 'gpt-4o\u001b[31m', figures: figures('10', '900') },
    { provider: 'anthropic', model: 'claude', figures: figures('2.5', '293') },
    { provider: 'vllm', model: 'acme/large', figures: figures(undefined, '7') },
  ],
  unpriced: [{ provider: 'vllm', model: 'acme/large', calls: '7' }],
  judge: { ...figures('0.25', '3') },
};

describe('printLlmSummary', () => {
  it.each([60, 80])('draws a bar for each model as long as its share of the cost, in %p columns', (width) => {
    const lines = printLlmSummary(SUMMARY, page(width)).split('\n');
    const bars = lines.map((line) => /^█+/.exec(line)?.[0].length).filter((length) => length !== undefined);
    const longest = Math.min(24, width / 4);
    assert.deepEqual(bars, [longest, Math.round(longest / 4)]);
    for (const line of lines) assert.ok(displayWidth(line) <= width && !line.includes('\u001b'), line);
    const all = lines.join(' ').replaceAll(/\s+/g, ' ');
    for (const part of [
      '$12.50 1,200 calls',
      'p95 2.5 s',
      'no price acme/large vllm',
      'The price of 7 calls is not known, so the cost is too low: acme/large.',
      'Evaluations cost $0.25 besides, for 3 calls of their judge.',
    ])
      assert.ok(all.includes(part), `${part}\n${all}`);
  });

  it('says that there are no calls', () => {
    assert.equal(printLlmSummary({ total: { calls: '0' } }, page(80)), 'No calls of models in this window.\n');
  });
});

describe('printLlmSeries', () => {
  const point = (hour: number, calls: string, cost: string, isOpen = false): JsonObject => ({
    timestamp: `2026-01-31T0${hour}:00:00Z`,
    calls,
    cost,
    is_open: isOpen,
  });

  it.each([60, 80])('draws buckets and joins empty ones, in %p columns', (width) => {
    const points = [point(1, '10', '4'), point(2, '0', '0'), point(3, '0', '0'), point(4, '5', '1', true)];
    const lines = printLlmSeries({ interval: '1h', series: [{ group: '', points }] }, page(width)).split('\n');
    for (const line of lines) assert.ok(displayWidth(line) <= width, line);
    assert.match(lines[0] ?? '', /^calls and cost every 1h$/);
    assert.match(lines[1] ?? '', /^2026-01-31T01:00:00Z {2}10 {2}\$4\.00 {2}█+$/);
    assert.match(lines[2] ?? '', /and 1 more$/);
    assert.match(lines[3] ?? '', /\$1\.00 {2}█+ {2}so far$/);
  });
});
