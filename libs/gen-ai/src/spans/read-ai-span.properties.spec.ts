import assert from 'node:assert/strict';
import { isAiKey } from '@svc/tables';
import { isContentAttribute } from '@svc/tables';
import fc from 'fast-check';
import { storedSpan } from '../testing/stored.js';
import { BILLED_KINDS, STEP_KINDS } from './ai-span.js';
import { TEXT_NAMES } from './names.js';
import { readAiSpan } from './read-ai-span.js';

const SECRET = 'SECRET-OF-THE-PROMPT';
const OTHER_KEYS = [
  'gen_ai.operation.name',
  'openinference.span.kind',
  'ai.operationId',
  'traceloop.span.kind',
  'llm.request.type',
  'langfuse.observation.type',
  'mcp.method.name',
  'gen_ai.response.finish_reasons',
  'gen_ai.completion.0.finish_reason',
  'gen_ai.response.time_to_first_chunk',
  'langfuse.observation.completion_start_time',
  'langfuse.observation.cost_details',
  'langfuse.observation.usage_details',
  'langfuse.observation.model.parameters',
  'gen_ai.usage.input_tokens',
  'gen_ai.aggregated_usage.output_tokens',
  'gen_ai.usage.cost',
  'error.type',
  'traceloop.entity.name',
  '__proto__',
  'constructor',
];
const key = fc.oneof(fc.constantFrom(...Object.values(TEXT_NAMES).flat(), ...OTHER_KEYS), fc.string({ maxLength: 20 }));
const value = fc.oneof(
  fc.constantFrom(
    'chat',
    'LLM',
    'tool',
    'constructor',
    '__proto__',
    '[',
    '{"total":-1}',
    '["a",{}]',
    '1e400',
    '-0',
    'NaN',
    '12.0',
    '""',
  ),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.json(),
  fc.double().map(String),
);
const attributes = fc.dictionary(key, value, { maxKeys: 12 });
const event = fc.record({
  name: fc.constantFrom('exception', 'First Token Stream Event', 'x'),
  timeNs: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  attributes,
});
const span = fc
  .record({
    attributes,
    events: fc.array(event, { maxLength: 3 }),
    statusCode: fc.nat(3),
    name: fc.string(),
    resourceAttributes: attributes,
  })
  .map(({ attributes: own, ...fields }) => storedSpan(own, fields));

const LIMIT = 1000;

describe('reading any span', () => {
  it('never fails, and returns a known kind and bounded texts exactly for spans that ingestion marks', () => {
    fc.assert(
      fc.property(span, (stored) => {
        const read = readAiSpan(stored);
        assert.equal(read !== undefined, Object.keys(stored.attributes).some(isAiKey));
        if (!read) return;
        assert.ok(STEP_KINDS.includes(read.kind));
        const values: readonly unknown[] = Object.values(read);
        for (const text of [...values, ...read.finishReasons]) {
          if (typeof text === 'string') assert.ok(text.length <= LIMIT, text);
        }
        assert.ok(read.finishReasons.length <= 16);
        const { timeToFirstTokenMs: ms = 0 } = read;
        assert.ok(ms >= 0 && Number.isFinite(ms));
        assert.match(read.statedCost, /^(?:\d+(?:\.\d+)?)?$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('depends on the set of attributes, not on their order', () => {
    fc.assert(
      fc.property(span, (stored) => {
        const reversed = Object.fromEntries(Object.entries(stored.attributes).reverse());
        assert.deepEqual(readAiSpan({ ...stored, attributes: reversed }), readAiSpan(stored));
      }),
    );
  });

  it('reads no attribute that carries prompts or answers', () => {
    for (const name of Object.values(TEXT_NAMES).flat()) assert.ok(!isContentAttribute(name), name);
    const contents = [
      'gen_ai.input.messages',
      'ai.prompt',
      'input.value',
      'gen_ai.completion.0.content',
      'traceloop.entity.output',
    ];
    fc.assert(
      fc.property(span, fc.constantFrom(...contents), (stored, name) => {
        const read = readAiSpan({ ...stored, attributes: { ...stored.attributes, [name]: SECRET } });
        assert.ok(!JSON.stringify(read ?? '').includes(SECRET), name);
      }),
    );
  });

  it('bills calls, embeddings and images only', () => {
    assert.deepEqual([...BILLED_KINDS], ['inference', 'embedding', 'image']);
  });
});
