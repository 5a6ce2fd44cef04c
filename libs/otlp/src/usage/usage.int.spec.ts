import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RequestContext, Signal } from '../signal.js';
import { createBlockEncoder } from '../signals/create-block-encoder.js';
import type { BlockEncoder } from '../signals/encoder/block-encoder.js';
import { skim } from '../signals/skim/skim.js';
import { requestArbitrary } from '../testing/arbitraries.js';
import { readBlock, type EngineRow } from '../testing/engine.js';
import { encodeRequest } from '../testing/oracle.js';
import { ago, attributes, CONTEXT, logs, metrics, span, text, traces } from '../testing/requests.js';

const HOUR_NS = 3_600_000_000_000n;
const toHour = ({ receivedAtNs }: RequestContext): number => Number((receivedAtNs / HOUR_NS) * 3600n);

function readUsage(encoder: BlockEncoder): EngineRow[] {
  const block = encoder.finish().blocks.find(({ table }) => table === 'usage_hours');
  return block ? readBlock(block) : [];
}

for (const signal of ['traces', 'logs', 'metrics'] as const satisfies readonly Signal[]) {
  it(`counts the usage of any ${signal} as the receiver does, by project, hour and reason`, () => {
    const encoder = createBlockEncoder(signal, { isKnown: () => false });
    fc.assert(
      fc.property(fc.array(requestArbitrary(signal), { minLength: 1, maxLength: 5 }), (requests) => {
        encoder.reset();
        const expected = new Map<string, number>();
        const add = (key: string, count: number) => expected.set(key, (expected.get(key) ?? 0) + count);
        for (const [offset, request] of requests.entries()) {
          const receivedAtNs = CONTEXT.receivedAtNs + BigInt(offset % 3) * HOUR_NS;
          const context = { ...CONTEXT, receivedAtNs, projectNumber: 1 + (offset % 2), offset };
          const body = encodeRequest(signal, request);
          encoder.add(body, context);
          const { accepted, reasons } = skim(signal, body, context);
          const place = `${context.projectNumber} ${toHour(context)} ${signal}`;
          add(`${place} stored items`, accepted);
          add(`${place} stored requests`, 1);
          add(`${place} stored bytes`, body.length);
          for (const { reason, count } of reasons) add(`${place} ${reason} items`, count);
        }
        const found = new Map<string, number>();
        for (const row of readUsage(encoder)) {
          const place = ['project_number', 'hour', 'signal', 'outcome'].map((name) => String(row[name])).join(' ');
          const numbers = row['outcome'] === 'stored' ? ['items', 'requests', 'bytes'] : ['items'];
          for (const name of numbers) found.set(`${place} ${name}`, Number(row[name]));
        }
        assert.deepEqual([...found].sort(), [...expected].sort());
      }),
      { numRuns: 40 },
    );
  });
}

it('counts no usage for a malformed request', () => {
  const encoder = createBlockEncoder('logs', { isKnown: () => false });
  const body = encodeRequest('logs', logs([{ body: text('x') }]));
  assert.throws(() => encoder.add(Buffer.concat([body, Buffer.from([0x0a, 0x7f])]), CONTEXT));
  assert.deepEqual(readUsage(encoder), []);
});

it('records the seconds of the first and the last request of an hour, by outcome', () => {
  const encoder = createBlockEncoder('traces', { isKnown: () => false });
  // The hour after the times of the spans.
  const hour = (CONTEXT.receivedAtNs / HOUR_NS + 1n) * HOUR_NS;
  const add = (second: bigint, ...ids: Buffer[]) =>
    encoder.add(encodeRequest('traces', traces(ids.map((traceId) => span({ traceId })))), {
      ...CONTEXT,
      receivedAtNs: hour + second * 1_000_000_000n + 999_999_999n,
    });
  const [valid, invalid] = [Buffer.alloc(16, 1), Buffer.alloc(16)];
  add(30n, valid);
  add(40n, valid, invalid);
  add(20n, invalid);
  add(50n, valid);
  const toSecond = (value: unknown): number => Date.parse(`${String(value)}Z`) / 1000 - Number(hour / 1_000_000_000n);
  assert.deepEqual(
    readUsage(encoder).map((row) => [row['outcome'], toSecond(row['first_received']), toSecond(row['last_received'])]),
    [
      ['stored', 20, 50],
      ['invalid_trace_id', 20, 40],
    ],
  );
});

it('counts requests without stored items', () => {
  const encoder = createBlockEncoder('traces', { isKnown: () => false });
  encoder.add(encodeRequest('traces', traces([span({ traceId: Buffer.alloc(16) })])), CONTEXT);
  assert.deepEqual(
    readUsage(encoder).map(({ outcome, items, requests }) => [outcome, items, requests]),
    [
      ['stored', 0, 1],
      ['invalid_trace_id', 1, 0],
    ],
  );
});

const point = (label: string) => ({ timeUnixNano: ago(1), asInt: '1', attributes: attributes({ k: text(label) }) });
const gauges = (name: string, labels: readonly string[]) =>
  encodeRequest('metrics', metrics([{ name, gauge: { dataPoints: labels.map(point) } }]));

it('writes no rows for points of series that are not admitted, and counts them by metric and as usage', () => {
  const admitted = new Set<bigint>();
  const asked: string[] = [];
  const encoder = createBlockEncoder('metrics', {
    isKnown: () => false,
    admission: (project, name, day) => {
      asked.push(`${project} ${name} ${day}`);
      return (hash) => admitted.size < 2 && admitted.add(hash) !== undefined;
    },
  });
  encoder.add(gauges('limited', ['a', 'b', 'c', 'a', 'c', 'd', 'c']), CONTEXT);
  encoder.add(gauges('limited', ['b', 'd']), CONTEXT);
  const { blocks, seen } = encoder.finish();
  const rows = new Map(blocks.map((block) => [block.table, readBlock(block)]));
  const day = Number(CONTEXT.receivedAtNs / (24n * HOUR_NS));
  assert.equal(rows.get('metric_points')?.length, 4);
  assert.equal(rows.get('metric_series')?.length, 2);
  assert.equal(seen.filter(({ table }) => table === 'metric_series').length, 2);
  assert.deepEqual(asked, [`${CONTEXT.projectNumber} limited ${day}`]);
  assert.deepEqual(
    rows.get('metric_limited_points')?.map((row) => [row['metric_name'], row['day'], row['points']]),
    [
      ['limited', new Date(day * 86_400_000).toISOString().slice(0, 10), 4],
      ['limited', new Date(day * 86_400_000).toISOString().slice(0, 10), 1],
    ],
  );
  assert.deepEqual(
    rows.get('usage_hours')?.map(({ outcome, items }) => [outcome, items]),
    [
      ['stored', 4],
      ['series_limit', 5],
    ],
  );
});

it('checks a series that is not admitted again in the next block', () => {
  let limit = 0;
  const encoder = createBlockEncoder('metrics', { isKnown: () => false, admission: () => () => limit > 0 });
  encoder.add(gauges('m', ['a']), CONTEXT);
  assert.equal(
    encoder.finish().blocks.some(({ table }) => table === 'metric_points'),
    false,
  );
  encoder.reset();
  limit = 1;
  encoder.add(gauges('m', ['a']), CONTEXT);
  assert.equal(
    encoder.finish().blocks.some(({ table }) => table === 'metric_points'),
    true,
  );
});
