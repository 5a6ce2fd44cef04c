import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { encodeJson, LogsQueryResponseSchema, TraceSchema } from '@svc/contract';
import { formatAnswer } from './answer-json.js';

const logs = (count: number) => Array.from({ length: count }, (_, n) => ({ logId: `"${n}é`, attributes: { n: '1' } }));
const spans = Array.from({ length: 1_000 }, (_, n) => ({ spanId: String(n), name: 'GET "/"', durationNs: BigInt(n) }));

describe('formatAnswer', () => {
  const answers = {
    'a short list': [LogsQueryResponseSchema, { logs: logs(3), pagination: { hasMore: true, nextCursor: 'c' } }],
    'a list of one slice and one element': [
      LogsQueryResponseSchema,
      { logs: logs(65), pagination: { hasMore: false } },
    ],
    'an empty answer': [LogsQueryResponseSchema, {}],
    'a trace': [TraceSchema, { traceId: 'ab', spans, complete: true }],
  } as const;
  for (const [name, [schema, init]] of Object.entries(answers)) {
    it(`writes the same text as the encoder: ${name}`, async () => {
      const answer = create(schema, init);
      assert.equal((await formatAnswer(schema, answer)).toString(), JSON.stringify(encodeJson(schema, answer)));
    });
  }
});
