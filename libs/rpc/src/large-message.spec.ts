import assert from 'node:assert/strict';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { LogsQueryResponseSchema, MetricsQueryResponseSchema } from '@svc/contract';
import { parseMessage, serializeMessage } from './large-message.js';

const logs = (count: number, bodyLength: number) =>
  Array.from({ length: count }, (_, n) => ({ logId: String(n), body: 'x'.repeat(bodyLength), attributes: { n: 'é' } }));

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

  it('lets other calls run between elements that are long themselves', async () => {
    const points = Array.from({ length: 10_000 }, (_, n) => ({
      timestamp: { seconds: BigInt(n), nanos: 0 },
      value: n,
    }));
    const init = { series: Array.from({ length: 8 }, (_, n) => ({ labels: { n: String(n) }, points })) };
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const bytes = await serializeMessage(MetricsQueryResponseSchema, init);
    clearInterval(counting);
    assert.ok(turns >= 2, `${turns} turns`);
    assert.deepEqual(fromBinary(MetricsQueryResponseSchema, bytes), create(MetricsQueryResponseSchema, init));
  });

  it('refuses a message whose bytes are cut off', async () => {
    const bytes = await serializeMessage(LogsQueryResponseSchema, cases['a long list']);
    await assert.rejects(parseMessage(LogsQueryResponseSchema, bytes.subarray(0, -3)));
  });
});
