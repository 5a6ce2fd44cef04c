import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { encodeJson, LogsQueryResponseSchema, MetricsQueryResponseSchema, TraceSchema } from '@svc/contract';
import { formatAnswer } from './answer-json.js';

const logs = (count: number) => Array.from({ length: count }, (_, n) => ({ logId: `"${n}é`, attributes: { n: '1' } }));
const spans = Array.from({ length: 1_000 }, (_, n) => ({ spanId: String(n), name: 'GET "/"', durationNs: BigInt(n) }));

const points = Array.from({ length: 10_000 }, (_, n) => ({
  timestamp: { seconds: BigInt(n), nanos: 0 },
  ...(n % 3 === 0 && { value: n }),
}));
const series = Array.from({ length: 8 }, (_, n) => ({ labels: { n: String(n) }, points }));

describe('formatAnswer', () => {
  const answers = {
    'a short list': [LogsQueryResponseSchema, { logs: logs(3), pagination: { hasMore: true, nextCursor: 'c' } }],
    'a list of one slice and one element': [
      LogsQueryResponseSchema,
      { logs: logs(65), pagination: { hasMore: false } },
    ],
    'an empty answer': [LogsQueryResponseSchema, {}],
    'a few long series': [MetricsQueryResponseSchema, { series, metricName: 'm' }],
    'a trace': [TraceSchema, { traceId: 'ab', spans, complete: true }],
  } as const;
  for (const [name, [schema, init]] of Object.entries(answers)) {
    it(`writes the same text as the encoder: ${name}`, async () => {
      const answer = create(schema, init);
      assert.equal((await formatAnswer(schema, answer)).toString(), JSON.stringify(encodeJson(schema, answer)));
    });
  }

  it('lets other requests run between a few long series', async () => {
    const answer = create(MetricsQueryResponseSchema, { series });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await formatAnswer(MetricsQueryResponseSchema, answer);
    clearInterval(counting);
    assert.ok(turns >= 2, `${turns} turns`);
  });
});
