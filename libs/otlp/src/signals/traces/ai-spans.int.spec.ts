import assert from 'node:assert/strict';
import { AI_KEY_PREFIXES } from '@svc/tables';
import { transcodeJson } from '../../json/transcode.js';
import { readBlock } from '../../testing/engine.js';
import { encodeRequest } from '../../testing/oracle.js';
import { attributes, CONTEXT, span, SPAN_ID, text, TRACE_ID, traces } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

/** Keys of applications that have something in common with those of AI work. */
const OTHERS = [
  'gen_ai',
  'gen_aix.a',
  'openinference',
  'llm',
  'llmx',
  'mcp.server',
  'agent.run',
  'ai',
  'ai.rating',
  'ai.',
  'my.gen_ai.',
  '',
];
const KEYS = [...AI_KEY_PREFIXES.flatMap((prefix) => [prefix, `${prefix}x`]), ...OTHERS];
const EXPECTED = KEYS.map((key) => Number(!OTHERS.includes(key)));

const spanWith = (key: string, fields: object = {}): object =>
  span({
    attributes: attributes({ 'http.route': text('/a'), [key]: text('joe@example.org'), last: text('') }),
    ...fields,
  });

/** The flags of the spans of some requests. */
function flags(bodies: readonly Uint8Array[], redacts = false): unknown[] {
  const encoder = createBlockEncoder('traces', { isKnown: () => false });
  for (const body of bodies) encoder.add(body, { ...CONTEXT, redacts });
  const block = encoder.finish().blocks.find(({ table }) => table === 'spans');
  assert.ok(block);
  return readBlock(block).map((row) => row['is_ai']);
}

describe('the mark of spans of AI work', () => {
  for (const redacts of [false, true]) {
    it(`depends on the keys alone, ${redacts ? 'with' : 'without'} redaction`, () => {
      const bodies = KEYS.map((key) => encodeRequest('traces', traces([spanWith(key)])));
      assert.deepEqual(flags(bodies, redacts), EXPECTED);
      assert.deepEqual(flags([encodeRequest('traces', traces(KEYS.map((key) => spanWith(key))))], redacts), EXPECTED);
    });
  }

  it('is the same for spans in JSON', () => {
    const ids = { traceId: TRACE_ID.toString('hex'), spanId: SPAN_ID.toString('hex') };
    const request = traces(KEYS.map((key) => spanWith(key, ids)));
    assert.deepEqual(flags([transcodeJson('traces', Buffer.from(JSON.stringify(request)))]), EXPECTED);
  });

  it('does not redact less of the attributes that set it', () => {
    const encoder = createBlockEncoder('traces', { isKnown: () => false });
    encoder.add(encodeRequest('traces', traces([spanWith('gen_ai.system')])), { ...CONTEXT, redacts: true });
    const [row] = encoder.finish().blocks.flatMap((block) => (block.table === 'spans' ? readBlock(block) : []));
    assert.deepEqual((row?.['attributes'] as string[][])[1], ['/a', '[REDACTED]', '']);
  });

  it('does not come from the attributes of events and links, nor from the span before', () => {
    const inner = attributes({ 'gen_ai.system': text('x') });
    const request = traces([
      spanWith('gen_ai.system'),
      spanWith('plain', { events: [{ name: 'e', attributes: inner }], links: [{ attributes: inner }] }),
      span(),
    ]);
    assert.deepEqual(flags([encodeRequest('traces', request)]), [1, 0, 0]);
  });
});
