import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createOutbox, type OutboxOptions } from './outbox.js';

interface Received {
  readonly text: string;
  readonly encoding: string | undefined;
  readonly type: string | undefined;
}

describe('the outbox', () => {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  /** The statuses of the next answers; 0 closes the connection, and nothing more is 200. */
  let statuses: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { 'content-encoding': encoding, 'content-type': type } = request.headers;
      const body = Buffer.concat(parts);
      received.push({ text: (encoding === 'gzip' ? gunzipSync(body) : body).toString(), encoding, type });
      arrivals.emit('chunk');
      const status = statuses.shift() ?? 200;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end('{"need_snapshot":true}');
    });
  });
  let address: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=k`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    received.length = 0;
    statuses = [];
  });

  /** Sends texts, and resolves with the verdict on each once the last one has its own. */
  const deliver = (texts: readonly string[]): Promise<string[]> =>
    new Promise((resolve) => {
      const verdicts: string[] = [];
      const note = (verdict: string): void => {
        if (verdicts.push(verdict) === texts.length) resolve(verdicts);
      };
      const options: OutboxOptions = {
        address,
        answered: ({ seq }, { need_snapshot: isIncomplete }) => note(`${seq} answered ${isIncomplete}`),
        refused: ({ seq }, status) => note(`${seq} refused ${status}`),
        gaveUp: () => assert.fail(),
      };
      const outbox = createOutbox(options);
      for (const [seq, text] of texts.entries()) outbox.add({ sessionId: 's', seq, text });
      assert.equal(outbox.length, texts.join('').length);
      assert.equal(outbox.unanswered().length, texts.length);
    });

  it('delivers chunks in their order, compressed, with a type that needs no preflight', async () => {
    assert.deepEqual(await deliver(['"a"', '"bä"']), ['0 answered true', '1 answered true']);
    assert.deepEqual(received, [
      { text: '"a"', encoding: 'gzip', type: 'text/plain' },
      { text: '"bä"', encoding: 'gzip', type: 'text/plain' },
    ]);
  });

  it('sends a chunk without an answer again before the next one', async () => {
    statuses = [0, 503];
    assert.deepEqual(await deliver(['a', 'b']), ['0 answered true', '1 answered true']);
    assert.deepEqual(
      received.map(({ text }) => text),
      ['a', 'a', 'a', 'b'],
    );
  });

  it('drops a chunk that is refused', async () => {
    statuses = [400, 413];
    assert.deepEqual(await deliver(['a', 'b', 'c']), ['0 refused 400', '1 refused 413', '2 answered true']);
  });

  describe('while the service fails', () => {
    const { setTimeout } = globalThis;
    let waited: number;
    beforeEach(() => {
      waited = 0;
      // Delays of attempts pass at once.
      globalThis.setTimeout = ((action: () => void, ms = 0, ...values: []) => {
        // The client of Node passes values to its timers.
        const isDelay = ms >= 500 && values.length === 0;
        if (isDelay) waited += ms;
        return setTimeout(action, isDelay ? 0 : ms, ...values);
      }) as typeof setTimeout;
    });
    afterEach(() => {
      globalThis.setTimeout = setTimeout;
    });
    /** Sends two chunks, and resolves with what waits when the service is given up, and what is left then. */
    const giveUp = (answers: readonly number[]): Promise<[string[], number]> =>
      new Promise((resolve) => {
        statuses = [...answers];
        const gaveUp = (): void => {
          const texts = outbox.unanswered().map(({ text }) => text);
          queueMicrotask(() => resolve([texts, outbox.length]));
        };
        const outbox = createOutbox({ address, answered: () => assert.fail(), refused: () => assert.fail(), gaveUp });
        for (const [seq, text] of ['a', 'b'].entries()) outbox.add({ sessionId: 's', seq, text });
      });
    const failures = (count: number): number[] =>
      Array.from({ length: count }, (_, index) => [503, 0, 500][index % 3] ?? 0);

    it('gives it up after 30 minutes, and drops what waits', async () => {
      assert.deepEqual(await giveUp(failures(200)), [['a', 'b'], 0]);
      assert.ok(waited > 29 * 60_000 && waited < 32 * 60_000, `${waited} ms`);
    });

    it('begins the time again if it answers that it is busy', async () => {
      await giveUp([...failures(20), 429, ...failures(200)]);
      assert.ok(waited > 38 * 60_000, `${waited} ms`);
    });
  });

  it('sends what is not on its way beside the page that is left, up to 60 KiB', async () => {
    const outbox = createOutbox({
      address,
      answered: () => assert.fail(),
      refused: () => assert.fail(),
      gaveUp: () => assert.fail(),
    });
    const texts = ['a', 'b', 'c'.repeat(60 * 1024), 'd'];
    for (const [seq, text] of texts.entries()) outbox.add({ sessionId: 's', seq, text });
    outbox.leave();
    while (received.length < 2) await once(arrivals, 'chunk');
    assert.deepEqual(
      outbox.unanswered().map(({ text }) => text),
      texts,
    );
    assert.deepEqual(received.map(({ text, encoding }) => [text, encoding]).toSorted(), [
      ['a', undefined],
      ['b', undefined],
    ]);
  });
});
