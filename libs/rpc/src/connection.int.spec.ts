import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client as GrpcClient, credentials } from '@grpc/grpc-js';
import {
  CallContextSchema,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus as ServingStatus,
  HealthCheckResponseSchema,
  SavedSearches,
} from '@svc/contract';
import { ServiceError, type ErrorCode } from '@svc/service-error';
import { eventually, freePort, PATIENCE_MS } from '@svc/test-servers';
import { createRpcClient, startRpcServer } from './index.js';
import { CONTEXT, EndingsModule, gate, seen } from './testing/saved-searches.fixture.js';

const TOKEN = 'a shared secret';

describe('connection to a service', () => {
  let directory: string;
  let address: string;
  let sockets = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rpc-'));
  });
  beforeEach(() => {
    sockets += 1;
    address = `unix:${directory}/${sockets}.sock`;
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('accepts TCP calls only with the token', async () => {
    const tcp = `127.0.0.1:${await freePort()}`;
    const server = await startRpcServer({ module: EndingsModule, address: tcp, token: TOKEN });
    const friend = createRpcClient(SavedSearches, { address: tcp, token: TOKEN, timeoutMs: 2_000 });
    const stranger = createRpcClient(SavedSearches, { address: tcp, token: 'a guess', timeoutMs: 2_000 });

    assert.equal((await friend.list({}, { context: CONTEXT })).savedSearches[0]?.id, 'p1');
    await fails(stranger.list({}, { context: CONTEXT }), 'unauthenticated');

    friend.close();
    stranger.close();
    await server.stop();
  });

  it('rejects invalid addresses, and TCP without a token', () => {
    const client = (at: string, token?: string) => () =>
      createRpcClient(SavedSearches, { address: at, token, timeoutMs: 1 });
    assert.throws(client('127.0.0.1:4000'), /token/);
    assert.throws(client('nonsense', TOKEN), /host:port/);
    assert.throws(client('unix:relative.sock'), /absolute/);
    assert.throws(client(`unix:/${'d'.repeat(107)}`), /107 bytes/);
    assert.doesNotThrow(() => client(`unix:/${'d'.repeat(106)}`)().close());
  });

  it('rejects a call without a context, with an incomplete context, and without a project', async () => {
    const server = await startRpcServer({ module: EndingsModule, address, log: { error: () => undefined } });
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 2_000 });
    const { project: _, ...organizationWide } = CONTEXT;

    await fails(client.list({}), 'internal');
    await fails(client.list({}, { context: create(CallContextSchema, { requestId: 'r' }) }), 'unauthenticated');
    await fails(client.list({}, { context: create(CallContextSchema, organizationWide) }), 'internal');
    assert.equal(await rawCode(address, '/svc.v1.SavedSearches/List', Buffer.alloc(0)), 16);

    client.close();
    await server.stop();
  });

  it('does not start on the address of a running process, and takes over that of a killed one', async () => {
    const first = await startServerProcess(address);
    await assert.rejects(startRpcServer({ module: EndingsModule, address }), /already serving/);
    await kill(first);
    const server = await startRpcServer({ module: EndingsModule, address });
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 2_000 });
    await client.list({}, { context: CONTEXT });
    client.close();
    await server.stop();
  });

  it('reports unavailable immediately when the process dies, and reconnects soon after it is back', async () => {
    const first = await startServerProcess(address);
    // A call that waited for a dead service would fail with `timeout`, after that time.
    const client = createRpcClient(SavedSearches, { address, timeoutMs: PATIENCE_MS });
    await client.list({}, { context: CONTEXT });

    const running = client.list({ cursor: 'hang' }, { context: CONTEXT });
    const broken = fails(running, 'unavailable');
    await client.list({}, { context: CONTEXT });
    await kill(first);
    await broken;
    const error = await fails(client.list({}, { context: CONTEXT }), 'unavailable');
    assert.equal(error.retryAfterSeconds, 1);

    const second = await startServerProcess(address);
    const found = () =>
      client.list({}, { context: CONTEXT }).then(
        () => true,
        () => false,
      );
    await eventually('the client reaches the server again', found);
    client.close();
    await kill(second);
  });

  it('waits for a service that starts later, up to a limit', async () => {
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 2_000 });
    await fails(client.ready(50), 'unavailable');
    const ready = client.ready(5_000);
    const server = await startRpcServer({ module: EndingsModule, address });
    await ready;
    client.close();
    await server.stop();
  });

  it('finishes running calls when stopped, before the module closes its stores', async () => {
    const server = await startRpcServer({ module: EndingsModule, address });
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 20_000 });
    const started = seen.calls.length;
    const running = client.list({ cursor: 'gate' }, { context: CONTEXT });
    await eventually('the call arrives', () => seen.calls.length > started);

    seen.events.length = 0;
    const stopped = server.stop();
    await fails(client.list({}, { context: CONTEXT }), 'unavailable');
    gate.open();
    assert.equal((await running).savedSearches[0]?.id, 'p1');
    await stopped;
    assert.deepEqual(seen.events, ['answered', 'stores closed']);
    client.close();
  });

  it('rejects calls through a closed client and calls with an invalid message', async () => {
    const server = await startRpcServer({ module: EndingsModule, address });
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 2_000 });
    await fails(client.list({ limit: 2 ** 40 }, { context: CONTEXT }), 'internal');
    client.close();
    await fails(client.list({}, { context: CONTEXT }), 'unavailable');
    await server.stop();
  });

  it('aborts calls that do not finish when stopped', async () => {
    const server = await startRpcServer({ module: EndingsModule, address });
    const client = createRpcClient(SavedSearches, { address, timeoutMs: 20_000 });
    const started = seen.calls.length;
    const running = client.list({ cursor: 'hang-deaf' }, { context: CONTEXT });
    await eventually('the call arrives', () => seen.calls.length > started);

    const start = performance.now();
    const broken = fails(running, 'unavailable');
    await Promise.all([server.stop(), server.stop(), broken]);
    const tookMs = performance.now() - start;
    assert.ok(tookMs > 1_900, `${tookMs} ms`);
    assert.equal(seen.calls.at(-1)?.signal.aborted, true);
    client.close();
  });

  it('reports its health to probes without a credential', async () => {
    let isReady = false;
    const isReadyNow = () => Promise.resolve(isReady);
    const server = await startRpcServer({
      module: EndingsModule,
      address,
      token: TOKEN,
      isReady: isReadyNow,
    });
    assert.equal(await health(address, ''), ServingStatus.NOT_SERVING);
    isReady = true;
    assert.equal(await health(address, ''), ServingStatus.SERVING);
    assert.equal(await health(address, 'svc.v1.SavedSearches'), ServingStatus.SERVING);
    await assert.rejects(health(address, 'svc.v1.Other'), { code: 5 });
    await server.stop();
  });
});

async function fails(call: Promise<unknown>, code: ErrorCode): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => assert.fail('The call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError);
  assert.equal(error.code, code);
  return error;
}

async function startServerProcess(address: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'testing/server-process.js'), [address]);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function health(address: string, service: string): Promise<ServingStatus> {
  const request = toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema, { service }));
  const answer = await raw(address, '/grpc.health.v1.Health/Check', Buffer.from(request));
  return fromBinary(HealthCheckResponseSchema, answer).status;
}

function rawCode(address: string, path: string, request: Buffer): Promise<unknown> {
  return raw(address, path, request).then(
    () => 0,
    (error: unknown) => (error as { code: unknown }).code,
  );
}

/** Sends a call like a third-party client. */
function raw(address: string, path: string, request: Buffer): Promise<Buffer> {
  const client = new GrpcClient(address, credentials.createInsecure());
  const same = (bytes: Buffer) => bytes;
  return new Promise<Buffer>((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, request, (error, answer) => {
      if (error) reject(error);
      else resolve(answer ?? Buffer.alloc(0));
    });
  }).finally(() => client.close());
}
