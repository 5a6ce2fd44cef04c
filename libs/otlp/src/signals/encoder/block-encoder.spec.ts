import assert from 'node:assert/strict';
import type { Signal } from '../../signal.js';
import { encodeRequest } from '../../testing/oracle.js';
import { ago, attributes, CONTEXT, logs, metrics, span, text, traces } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

const SERVICE = { attributes: attributes({ 'service.name': text('a') }) };
const POINT = { timeUnixNano: ago(1), asInt: '1', attributes: attributes({ k: text('v') }) };
const REQUESTS: Readonly<Record<Signal, Buffer>> = {
  traces: encodeRequest('traces', traces([span({ attributes: attributes({ k: text('v') }) }), span()], SERVICE)),
  logs: encodeRequest('logs', logs([{ body: text('hello') }, {}], SERVICE)),
  metrics: encodeRequest('metrics', metrics([{ name: 'm', gauge: { dataPoints: [POINT, POINT] } }], SERVICE)),
};
const ROWS: Readonly<Record<Signal, string>> = { traces: 'spans', logs: 'logs', metrics: 'metric_points' };
const SIGNALS = Object.keys(REQUESTS) as Signal[];

function toBytes(signal: Signal, encoder = createBlockEncoder(signal, { isKnown: () => false })): string[] {
  encoder.add(REQUESTS[signal], CONTEXT);
  encoder.add(REQUESTS[signal], { ...CONTEXT, offset: CONTEXT.offset + 1 });
  return encoder.finish().blocks.map(({ table, bytes }) => `${table} ${Buffer.from(bytes).toString('hex')}`);
}

for (const signal of SIGNALS) {
  it(`encodes a replay of ${signal} to the same bytes, in a new encoder and in a used one`, () => {
    const encoder = createBlockEncoder(signal, { isKnown: () => false });
    const first = toBytes(signal, encoder);
    encoder.reset();
    assert.deepEqual(toBytes(signal, encoder), first);
    assert.deepEqual(toBytes(signal), first);
  });

  it(`writes blocks of ${signal} only for tables with rows, and within the announced size`, () => {
    const encoder = createBlockEncoder(signal, { isKnown: () => true });
    assert.deepEqual(encoder.finish(), { blocks: [], seen: [] });
    encoder.add(new Uint8Array(0), CONTEXT);
    assert.equal(encoder.rows, 0);
    encoder.add(REQUESTS[signal], CONTEXT);
    const { blocks, seen } = encoder.finish();
    assert.deepEqual(
      blocks.map(({ table, rows }) => [table, rows]),
      [
        [ROWS[signal], 2],
        ['usage_hours', 1],
      ],
    );
    assert.equal(encoder.rows, 2);
    assert.ok(encoder.bytes >= blocks.reduce((total, { bytes }) => total + bytes.length, 0));
    assert.deepEqual(seen, []);
  });

  it(`adds nothing of a malformed ${signal} request to the block`, () => {
    const encoder = createBlockEncoder(signal, { isKnown: () => false });
    encoder.add(REQUESTS[signal], CONTEXT);
    const before = [encoder.rows, encoder.finish().seen.length];
    const broken = Buffer.concat([REQUESTS[signal], Buffer.from([0x0a, 0x7f])]);
    assert.throws(() => encoder.add(broken, { ...CONTEXT, projectNumber: 99 }));
    assert.deepEqual([encoder.rows, encoder.finish().seen.length], before);
    encoder.add(REQUESTS[signal], { ...CONTEXT, projectNumber: 99 });
    assert.ok(encoder.finish().seen.some(({ projectNumber }) => projectNumber === 99));
  });
}

it('adds nothing of a span whose event is malformed to the next span', () => {
  const event = { name: 'broken', droppedAttributesCount: 3 };
  const cut = { droppedAttributesCount: 1, droppedEventsCount: 2, events: [{ droppedAttributesCount: 4 }, event] };
  const broken = Buffer.from(encodeRequest('traces', traces([span(cut)], SERVICE)));
  // The length of the name reaches beyond the event.
  broken[broken.indexOf('broken') - 1] = 0x7f;
  const encoder = createBlockEncoder('traces', { isKnown: () => false });
  assert.throws(() => encoder.add(broken, { ...CONTEXT, projectNumber: 99 }));
  assert.deepEqual(toBytes('traces', encoder), toBytes('traces'));
});

it('writes a keyed row once per project, and not at all if it is known for the day', () => {
  const asked: string[] = [];
  const encoder = createBlockEncoder('metrics', {
    isKnown: (project, table, _hash, day) => {
      asked.push(`${project} ${table} ${day}`);
      return project === 2;
    },
  });
  const day = Number(CONTEXT.receivedAtNs / 86_400_000_000_000n);
  for (const projectNumber of [1, 2, 1, 2]) encoder.add(REQUESTS.metrics, { ...CONTEXT, projectNumber });
  const { blocks, seen } = encoder.finish();
  assert.deepEqual(
    blocks.map(({ table, rows }) => [table, rows]),
    [
      ['resources', 1],
      ['metric_series', 1],
      ['metric_points', 8],
      ['usage_hours', 2],
    ],
  );
  assert.deepEqual(
    seen.map(({ projectNumber, table, day: of }) => [projectNumber, table, of]),
    [
      [1, 'resources', day],
      [1, 'metric_series', day],
    ],
  );
  assert.deepEqual(asked.sort(), [
    `1 metric_series ${day}`,
    `1 resources ${day}`,
    `2 metric_series ${day}`,
    `2 resources ${day}`,
  ]);
});

it('writes no row for a resource without stored items', () => {
  const encoder = createBlockEncoder('traces', { isKnown: () => false });
  encoder.add(encodeRequest('traces', traces([span({ traceId: Buffer.alloc(16) })], SERVICE)), CONTEXT);
  assert.equal(encoder.rows, 0);
});
