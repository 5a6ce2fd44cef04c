import assert from 'node:assert/strict';
import { create, type DescMessage } from '@bufbuild/protobuf';
import {
  encodeJson,
  LogsQueryResponseSchema,
  MetricsQueryResponseSchema,
  TracesAggregateResponseSchema,
  TraceSchema,
} from '@svc/contract';
import { formatAnswer } from './answer-json.js';

const logs = (count: number) => Array.from({ length: count }, (_, n) => ({ logId: `"${n}é`, attributes: { n: '1' } }));
const spans = Array.from({ length: 1_000 }, (_, n) => ({ spanId: String(n), name: 'GET "/"', durationNs: BigInt(n) }));

const points = Array.from({ length: 10_000 }, (_, n) => ({
  timestamp: { seconds: BigInt(n), nanos: 0 },
  ...(n % 3 === 0 && { value: n }),
}));
const outlines = Array.from({ length: 50_000 }, (_, n) => ({ id: String(n), name: `"${n}é`, startNs: BigInt(n) }));
const counts = Array.from({ length: 25_000 }, (_, n) => ({ timestamp: { seconds: BigInt(n), nanos: 0 }, count: 1n }));
const series = Array.from({ length: 8 }, (_, n) => ({ labels: { n: String(n) }, points }));

describe('formatAnswer', () => {
  const answers: Record<string, [DescMessage, Record<string, unknown>]> = {
    'a short list': [LogsQueryResponseSchema, { logs: logs(3), pagination: { hasMore: true, nextCursor: 'c' } }],
    'a list of one slice and one element': [
      LogsQueryResponseSchema,
      { logs: logs(65), pagination: { hasMore: false } },
    ],
    'an empty answer': [LogsQueryResponseSchema, {}],
    'a few long series': [MetricsQueryResponseSchema, { series, metricName: 'm' }],
    'the outline of a trace': [TraceSchema, { traceId: 'ab', outline: { spans: outlines }, complete: true }],
    'an empty outline': [TraceSchema, { outline: {} }],
    'one group with a long series': [TracesAggregateResponseSchema, { groups: [{ series: counts }], total: 1n }],
    'a message with a long series': [TracesAggregateResponseSchema, { rest: { groupCount: 1n, series: counts } }],
    'a trace': [TraceSchema, { traceId: 'ab', spans, complete: true }],
  };
  for (const [name, [schema, init]] of Object.entries(answers)) {
    it(`writes the same text as the encoder: ${name}`, async () => {
      const answer = create(schema, init);
      assert.equal((await formatAnswer(schema, answer)).toString(), JSON.stringify(encodeJson(schema, answer)));
    });
  }

  for (const name of ['a few long series', 'the outline of a trace', 'a message with a long series']) {
    it(`lets other requests run between the pieces of a long list: ${name}`, async () => {
      const [schema, init] = answers[name] ?? assert.fail();
      const answer = create(schema, init);
      let turns = 0;
      const counting = setInterval(() => (turns += 1), 0);
      await formatAnswer(schema, answer);
      clearInterval(counting);
      assert.ok(turns >= 2, `${turns} turns`);
    });
  }
});
