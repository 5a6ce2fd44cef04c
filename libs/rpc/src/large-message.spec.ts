import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { create, fromBinary, toBinary, type DescMessage } from '@bufbuild/protobuf';
import {
  LogsQueryResponseSchema,
  MetricsQueryResponseSchema,
  TraceSchema,
  TracesAggregateResponseSchema,
} from '@svc/contract';
import { parseMessage, serializeMessage } from './large-message.js';

const logs = (count: number, bodyLength: number) =>
  Array.from({ length: count }, (_, n) => ({ logId: String(n), body: 'x'.repeat(bodyLength), attributes: { n: 'é' } }));

const big = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

describe('a large message', () => {
  const cases = {
    'an empty one': {},
    'a short list': { logs: logs(3, 10), pagination: { hasMore: true, nextCursor: 'c' } },
    'a long list': { logs: logs(5_000, 300), pagination: { hasMore: true, nextCursor: 'c' } },
    'large elements': { logs: logs(5, 500_000), pagination: { hasMore: false } },
  };
  for (const [name, init] of Object.entries(cases)) {
    it(`serializes and parses a large message as the library does: ${name}`, async () => {
      const message = create(LogsQueryResponseSchema, init);
      for (const source of [init, message]) {
        const bytes = await serializeMessage(LogsQueryResponseSchema, source);
        assert.deepEqual(fromBinary(LogsQueryResponseSchema, bytes), message);
        assert.deepEqual(await parseMessage(LogsQueryResponseSchema, bytes), message);
      }
      assert.deepEqual(
        await parseMessage(LogsQueryResponseSchema, toBinary(LogsQueryResponseSchema, message)),
        message,
      );
      assert.equal(message.logs.length, (init as { logs?: [] }).logs?.length ?? 0);
    });
  }

  const at = (seconds: number) => ({ seconds: BigInt(seconds), nanos: 0 });
  const figures = { count: 1n, errorCount: 2n, p50Ms: 0.1, p95Ms: 0.2, p99Ms: 0.3 };
  const points = Array.from({ length: 25_000 }, (_, n) => ({ timestamp: at(n), ...figures }));
  const outlines = Array.from({ length: 50_000 }, (_, n) => ({
    id: n.toString(16).padStart(16, '0'),
    parent: n % 7 === 0 ? undefined : '0'.repeat(16),
    name: `GET /items/${n} é`,
    service: 'shop',
    startNs: BigInt(n),
  }));
  const values = Array.from({ length: 20_000 }, (_, n) => ({ timestamp: at(n), value: n }));
  const nested: readonly [name: string, desc: DescMessage, init: Record<string, unknown>][] = [
    ['the outline of a trace', TraceSchema, { traceId: 'ab', outline: { spans: outlines }, complete: true }],
    ['an empty outline', TraceSchema, { outline: { spans: [] } }],
    ['a trace with its spans', TraceSchema, { spans: outlines.slice(0, 5_000).map(({ name }) => ({ name })) }],
    ['one long series', TracesAggregateResponseSchema, { groups: [{ values: { a: 'b' }, series: points }], total: 3n }],
    ['a long series in a message', TracesAggregateResponseSchema, { rest: { groupCount: 1n, series: points } }],
    [
      'a few long series',
      MetricsQueryResponseSchema,
      { series: Array(8).fill({ labels: { n: 'x' }, points: values }) },
    ],
  ];
  for (const [name, desc, init] of nested) {
    it(`serializes and parses lists inside of messages as the library does: ${name}`, async () => {
      const message = create(desc, init);
      const plain = toBinary(desc, message);
      for (const source of [init, message]) {
        const bytes = await serializeMessage(desc, source);
        assert.equal(bytes.length, plain.length);
        assert.deepEqual(fromBinary(desc, bytes), message);
        assert.deepEqual(await parseMessage(desc, bytes), message);
      }
      assert.deepEqual(await parseMessage(desc, plain), message);
    });
  }

  it('parses a large message that is split into several parts as one', async () => {
    const [one, other] = [{ outline: { spans: outlines } }, { outline: { spans: outlines.slice(0, 9) } }];
    const bytes = Buffer.concat([one, other].map((part) => toBinary(TraceSchema, create(TraceSchema, part))));
    assert.deepEqual(await parseMessage(TraceSchema, bytes), fromBinary(TraceSchema, bytes));
  });

  /** Number of turns of the event loop that other calls have while the work is done. */
  async function turnsDuring(work: Promise<unknown>): Promise<number> {
    let done = false;
    void work.finally(() => (done = true));
    let turns = 0;
    for (; !done; turns += 1) await setImmediate();
    await work;
    return turns;
  }
  for (const [name, desc, init] of nested.filter(([, , init]) => JSON.stringify(init, big).length > 1_000_000)) {
    it(`lets other calls run while it serializes and parses lists inside of messages: ${name}`, async () => {
      const bytes = Buffer.from(toBinary(desc, create(desc, init)));
      assert.ok(bytes.length > 3 * 256 * 1024, `${bytes.length} bytes`);
      const turns = [
        await turnsDuring(serializeMessage(desc, init)),
        await turnsDuring(parseMessage(desc, bytes)),
      ] as const;
      assert.ok(turns[0] >= 2 && turns[1] >= bytes.length / (256 * 1024), `${turns.join()} turns`);
    });
  }

  it('refuses a message whose bytes are cut off', async () => {
    const bytes = await serializeMessage(LogsQueryResponseSchema, cases['a long list']);
    await assert.rejects(parseMessage(LogsQueryResponseSchema, bytes.subarray(0, -3)));
  });
});
