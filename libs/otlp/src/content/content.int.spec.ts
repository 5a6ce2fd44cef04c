import assert from 'node:assert/strict';
import { createBlockEncoder } from '../signals/create-block-encoder.js';
import type { BlockEncoder } from '../signals/encoder/block-encoder.js';
import { decodeLogs, OVERSIZED } from '../signals/logs/decode-logs.js';
import { encodeRows } from '../testing/encode.js';
import { readBlock, type EngineRow } from '../testing/engine.js';
import { encodeRequest } from '../testing/oracle.js';
import { attributes, CONTEXT, logs, span, SPAN_ID, text, TRACE_ID, traces } from '../testing/requests.js';
import { MAX_INLINE } from './large-contents.js';

const SYSTEM = { 'gen_ai.system': text('openai') };
const LARGE = 'word '.repeat(MAX_INLINE / 4);
const mapOf = (row: EngineRow | undefined, column: string): unknown => {
  const [keys = [], values = []] = (row?.[column] ?? []) as string[][];
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
};
const newEncoder = (): BlockEncoder => createBlockEncoder('traces', { isKnown: () => false });
const rowsOf = (encoder: BlockEncoder, table: string): EngineRow[] =>
  encoder.finish().blocks.flatMap((block) => (block.table === table ? readBlock(block) : []));

function encode(spans: object[], resource?: object): { readonly spans: EngineRow[]; readonly content: EngineRow[] } {
  const encoder = newEncoder();
  encoder.add(encodeRequest('traces', traces(spans, resource)), CONTEXT);
  return { spans: rowsOf(encoder, 'spans'), content: rowsOf(encoder, 'ai_content') };
}

describe('prompts and answers of spans', () => {
  it('are rows of their own with the place of the span and its person', () => {
    const own = attributes({
      ...SYSTEM,
      'gen_ai.prompt': text('Hello'),
      'user.id': text('ann'),
      'http.route': text('/'),
    });
    const found = encode([span({ attributes: own }), span()], { attributes: attributes({ 'user.id': text('joe') }) });
    assert.equal(found.content.length, 1);
    const [row] = found.content;
    assert.deepEqual(mapOf(row, 'content'), { 'gen_ai.prompt': 'Hello' });
    const { content: _content, timestamp, ...rest } = row ?? {};
    assert.equal(timestamp, found.spans[0]?.['timestamp']);
    assert.deepEqual(rest, {
      project_number: CONTEXT.projectNumber,
      retention_days: CONTEXT.retentionDays,
      trace_id: TRACE_ID.toString('hex'),
      span_id: SPAN_ID.toString('hex'),
      event: 0,
      distinct_id: 'ann',
      object_key: '',
    });
    assert.deepEqual(mapOf(found.spans[0], 'attributes'), {
      'gen_ai.system': 'openai',
      'user.id': 'ann',
      'http.route': '/',
    });
    assert.equal(found.spans[0]?.['is_ai'], 1);
  });

  it('make a span a part of AI work alone', () => {
    const found = encode([span({ attributes: attributes({ 'gen_ai.prompt': text('Hello') }) })]);
    assert.deepEqual([found.spans[0]?.['is_ai'], mapOf(found.spans[0], 'attributes')], [1, {}]);
  });

  it('have names that others use as well: only those of AI work are taken, wherever they stand', () => {
    const value = { 'input.value': text('Hello') };
    const found = encode([
      span({ attributes: attributes({ ...value, ...SYSTEM }) }),
      span({ attributes: attributes({ ...SYSTEM, ...value }) }),
      span({ attributes: attributes({ ...value, 'http.route': text('/') }) }),
    ]);
    assert.deepEqual(
      found.content.map((row) => mapOf(row, 'content')),
      [{ 'input.value': 'Hello' }, { 'input.value': 'Hello' }],
    );
    assert.deepEqual(mapOf(found.spans[2], 'attributes'), { 'http.route': '/', 'input.value': 'Hello' });
  });

  it('are taken from events, which stay without them', () => {
    const event = (number: number): object => ({
      name: `e${number}`,
      attributes: attributes({ 'gen_ai.completion': text(`answer ${number}`), index: { intValue: number } }),
    });
    const found = encode([span({ attributes: attributes(SYSTEM), events: [event(1), { name: 'plain' }, event(3)] })]);
    assert.deepEqual(
      found.content.map((row) => [row['event'], mapOf(row, 'content')]),
      [1, 3].map((number) => [number, { 'gen_ai.completion': `answer ${number}` }]),
    );
    assert.deepEqual(found.spans[0]?.['events.attributes'], [
      [['index'], ['1']],
      [[], []],
      [['index'], ['3']],
    ]);
  });

  it('are redacted in a project that does not redact, in records of logs too', () => {
    const secret = { 'gen_ai.prompt': text('I am joe@example.org'), note: text('joe@example.org') };
    const found = encode([span({ attributes: attributes(secret) })]);
    assert.deepEqual(mapOf(found.content[0], 'content'), { 'gen_ai.prompt': 'I am [REDACTED]' });
    assert.deepEqual(mapOf(found.spans[0], 'attributes'), { note: 'joe@example.org' });
    const body = text('{"content":"joe@example.org"}');
    const requests = [
      logs([
        { body, eventName: 'gen_ai.user.message', attributes: attributes(secret) },
        { body, attributes: attributes({ 'event.name': text('gen_ai.choice') }) },
        { body, attributes: attributes({ 'event.name': text('other') }) },
        { body, eventName: 'gen_a' },
      ]),
    ];
    const rows = encodeRows('logs', 'logs', requests);
    const [redacted, kept] = ['{"content":"[REDACTED]"}', '{"content":"joe@example.org"}'];
    assert.deepEqual(
      rows.map((row) => row['body']),
      [redacted, redacted, kept, kept],
    );
    assert.deepEqual(mapOf(rows[0], 'attributes'), { 'gen_ai.prompt': 'I am [REDACTED]', note: 'joe@example.org' });
    const decoded = requests.flatMap((request) => [...decodeLogs(encodeRequest('logs', request), CONTEXT)]);
    const entries = decoded.filter((entry) => entry !== undefined && entry !== OVERSIZED);
    assert.deepEqual(
      entries.map((entry) => [entry.body, Object.fromEntries(entry.attributes)]),
      rows.map((row) => [row['body'], mapOf(row, 'attributes')]),
    );
  });

  it('that are large are given to the caller, and are in rows unless the caller has stored them', () => {
    const own = attributes({ ...SYSTEM, 'gen_ai.prompt': text(LARGE), 'gen_ai.completion': text('short') });
    const encoder = newEncoder();
    const resource = { attributes: attributes({ 'user.id': text('joe') }) };
    encoder.add(
      encodeRequest('traces', traces([span({ attributes: own }), span({ attributes: own })], resource)),
      CONTEXT,
    );
    assert.equal(encoder.largeContents.length, 2);
    const [first] = encoder.largeContents;
    assert.ok(first);
    assert.deepEqual(
      [first.key, String(first.text), first.span.traceId, first.span.distinctId],
      ['gen_ai.prompt', LARGE, TRACE_ID.toString('hex'), 'joe'],
    );
    first.objectKey = 'a/b';
    const size = encoder.bytes;
    const { blocks } = encoder.finish();
    assert.ok(size >= blocks.reduce((total, { bytes }) => total + bytes.length, 0));
    const rows = blocks.flatMap((block) => (block.table === 'ai_content' ? readBlock(block) : []));
    assert.deepEqual(
      rows.map((row) => [row['object_key'], row['distinct_id'], row['timestamp'], mapOf(row, 'content')]),
      [
        ['', { 'gen_ai.completion': 'short' }],
        ['', { 'gen_ai.completion': 'short' }],
        ['a/b', { 'gen_ai.prompt': '' }],
        ['', { 'gen_ai.prompt': LARGE }],
      ].map(([key, content]) => [key, 'joe', rows[0]?.['timestamp'], content]),
    );
  });

  it('of a malformed request leave nothing behind', () => {
    const own = attributes({
      'input.value': text('x'),
      'gen_ai.prompt': text(LARGE),
      'gen_ai.completion': text('short'),
    });
    const good = encodeRequest('traces', traces([span({ attributes: own })]));
    const broken = Buffer.concat([good, Buffer.from([0x0a, 0x7f])]);
    const inside = encodeRequest(
      'traces',
      traces([span({ attributes: own, events: [{ name: 'broken', attributes: own }] })]),
    );
    // The length of the name reaches beyond the event.
    inside[inside.indexOf('broken') - 1] = 0x7f;
    const encoder = newEncoder();
    encoder.add(good, CONTEXT);
    for (const body of [broken, inside]) assert.throws(() => encoder.add(body, { ...CONTEXT, projectNumber: 99 }));
    encoder.add(good, CONTEXT);
    assert.equal(encoder.largeContents.length, 2);
    const rows = rowsOf(encoder, 'ai_content');
    assert.deepEqual(
      rows.map((row) => [row['project_number'], Object.keys(mapOf(row, 'content') as object)]),
      [
        ['gen_ai.completion', 'input.value'],
        ['gen_ai.completion', 'input.value'],
        ['gen_ai.prompt'],
        ['gen_ai.prompt'],
      ].map((keys) => [CONTEXT.projectNumber, keys]),
    );
    encoder.reset();
    assert.deepEqual([encoder.largeContents.length, encoder.rows], [0, 0]);
  });
});
