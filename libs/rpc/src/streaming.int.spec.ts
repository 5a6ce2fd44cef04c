import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError, type ErrorCode } from '@svc/service-error';
import { eventually, settle } from '@svc/test-servers';
import { createRpcClient, startRpcServer, type RpcClient, type RpcServer } from './index.js';
import {
  counted,
  DEAF,
  ENDLESS,
  FAILS_AFTER_TWO,
  Numbers,
  NumbersModule,
  REFUSED,
  SILENT,
} from './testing/numbers.fixture.js';
import { CONTEXT } from './testing/saved-searches.fixture.js';

describe('a method that streams its responses', () => {
  let directory: string;
  let address: string;
  let server: RpcServer;
  let client: RpcClient<typeof Numbers>;
  let sockets = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rpc-stream-'));
  });
  beforeEach(async () => {
    address = `unix:${directory}/${(sockets += 1)}.sock`;
    Object.assign(counted, { made: 0, ended: 0, reasons: [] });
    server = await startRpcServer({
      module: NumbersModule,
      address,
      log: { error: () => undefined },
    });
    client?.close();
    client = createRpcClient(Numbers, { address, timeoutMs: 1_000 });
  });
  afterAll(async () => {
    client.close();
    await server.stop();
    await rm(directory, { recursive: true });
  });

  const open = (value: number, options = {}) => client.count({ value }, { context: CONTEXT, ...options });

  it('returns all messages in order, then ends', async () => {
    const seen: number[] = [];
    for await (const { value } of await open(5000)) seen.push(value);
    assert.deepEqual(seen, [...Array(5000).keys()]);
    await server.stop();
  });

  it('rejects before it opens', async () => {
    await fails(open(REFUSED), 'invalid_request');
    await fails(client.count({ value: 1 }, {}), 'internal');
    await server.stop();
  });

  it('opens the stream before the first message', async () => {
    const leaving = new AbortController();
    const numbers = await open(SILENT, { signal: leaving.signal });
    leaving.abort();
    await fails(readAll(numbers), 'cancelled');
    await eventually('the handler is aborted', () => counted.reasons.length === 1);
    assert.equal((counted.reasons[0] as ServiceError).code, 'cancelled');
    await server.stop();
  });

  it('outlives the timeout of the client, which applies to the opening only', async () => {
    const numbers = await open(SILENT, { timeoutMs: 200 });
    const reading = readAll(numbers);
    const first = await Promise.race([
      reading.catch(() => 'ended'),
      settle('the stream must not end', 500).then(() => 'open'),
    ]);
    assert.equal(first, 'open');
    await server.stop();
    await fails(reading, 'unavailable');
  });

  it('produces messages only as fast as they are read', async () => {
    const numbers = (await open(ENDLESS))[Symbol.asyncIterator]();
    await numbers.next();
    let before = -1;
    await eventually('no more messages are produced', () => {
      const stands = counted.made === before;
      before = counted.made;
      return stands;
    });
    assert.ok(counted.made < ENDLESS / 10, `${counted.made} were produced for a reader of one`);
    await numbers.return?.();
    await eventually('the handler ends', () => counted.ended === 1);
    await server.stop();
  });

  it('returns the messages before a failure, then the failure without its text', async () => {
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { value } of await open(FAILS_AFTER_TWO)) seen.push(value);
    })();
    const failure = await fails(reading, 'internal');
    assert.doesNotMatch(failure.message, /customer/);
    assert.deepEqual(seen, [0, 1]);
    await server.stop();
  });

  it('ends immediately when the server stops, even if its source ignores the signal', async () => {
    const both = [readAll(await open(SILENT)), readAll(await open(DEAF))];
    const began = Date.now();
    const stopped = server.stop();
    for (const reading of both) await fails(reading, 'unavailable');
    await stopped;
    assert.ok(Date.now() - began < 1_500, 'the stop did not wait for its time limit');
  });
});

async function readAll(numbers: AsyncIterable<{ value: number }>): Promise<void> {
  for await (const { value } of numbers) assert.ok(value >= 0);
}

async function fails(work: Promise<unknown>, code: ErrorCode): Promise<ServiceError> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.code, code);
  return error;
}
