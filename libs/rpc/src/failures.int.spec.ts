import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { create } from '@bufbuild/protobuf';
import { SavedSearches, SavedSearchSchema } from '@svc/contract';
import { ServiceError, type ErrorCode } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { createRpcClient, startRpcServer, type RpcClient, type RpcServer } from './index.js';
import { CONTEXT, EndingsModule, SECRET, seen } from './testing/saved-searches.fixture.js';

interface Logged {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

describe('a call over a unix socket', () => {
  const logged: Logged[] = [];
  let directory: string;
  let server: RpcServer;
  let client: RpcClient<typeof SavedSearches>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rpc-'));
    const address = `unix:${directory}/query.sock`;
    const log = { error: (fields: Logged['fields'], message: string) => void logged.push({ fields, message }) };
    server = await startRpcServer({ module: EndingsModule, address, log });
    client = createRpcClient(SavedSearches, { address, timeoutMs: 5_000 });
    await client.ready(2_000);
  });

  afterAll(async () => {
    client.close();
    await server.stop();
    await rm(directory, { recursive: true });
  });

  it('returns messages, including values that only messages can represent', async () => {
    const { savedSearches } = await client.list({ signal: 'logs' }, { context: CONTEXT });
    const expected = create(SavedSearchSchema, { id: 'p1', version: 3n, query: { a: null, b: [1] } });
    assert.deepEqual(savedSearches, [expected]);
  });

  it('transfers code, message, details and retry-after of an error, but not its cause', async () => {
    const error = await failure(client.get({ searchId: 's' }, { context: CONTEXT }), 'rate_limited');
    assert.equal(error.message, 'Slow down.');
    assert.deepEqual(error.details, [{ path: 'search_id', reason: 'is gone' }]);
    assert.equal(error.retryAfterSeconds, 7);
    assert.ok(!inspect(error, { depth: 10 }).includes(SECRET));
  });

  it('keeps as many details as fit a trailer', async () => {
    const request = { searchId: 's', expectedVersion: 1n };
    const error = await failure(client.duplicate(request, { context: CONTEXT }), 'invalid_request');
    assert.ok(error.details.length > 50 && error.details.length < 500, `${error.details.length} details`);
    assert.deepEqual(error.details[0], { path: 'filters[0].value', reason: 'is not a number' });
  });

  it('hides the message of an unknown error, and logs it with the request', async () => {
    logged.length = 0;
    const request = { name: 'n', signal: 'logs', query: {} };
    const error = await failure(client.create(request, { context: CONTEXT }), 'internal');
    assert.ok(!inspect(error, { depth: 10 }).includes(SECRET));
    assert.equal(logged.length, 1);
    assert.equal(logged[0]?.fields.request_id, 'r1');
    assert.equal((logged[0]?.fields.err as Error).message, SECRET);
  });

  it('hides why a response cannot be serialized', async () => {
    const request = { searchId: 's', expectedVersion: 1n };
    const error = await failure(client.update(request, { context: CONTEXT }), 'internal');
    assert.ok(!inspect(error, { depth: 10 }).includes(SECRET));
  });

  it('rejects an invalid request, naming fields but no values', async () => {
    const request = client.create({ name: '', signal: SECRET, query: {} }, { context: CONTEXT });
    const error = await failure(request, 'invalid_request');
    assert.deepEqual(error.details.map(({ path }) => path).sort(), ['name', 'signal']);
    assert.ok(!JSON.stringify(error.toBody()).includes(SECRET));
  });

  it('fails with timeout when the deadline passes, also in the handler', async () => {
    seen.abortReasons.length = 0;
    await failure(client.list({ cursor: 'hang' }, { context: CONTEXT, timeoutMs: 50 }), 'timeout');
    await eventually('the handler is aborted', () => seen.abortReasons.length === 1);
    // The clock of the caller started earlier, so it may have disconnected before the deadline passed here.
    assert.match((seen.abortReasons[0] as ServiceError).code, /^(timeout|cancelled)$/);
  });

  it('aborts the handler when the caller disconnects', async () => {
    seen.abortReasons.length = 0;
    const started = seen.calls.length;
    const controller = new AbortController();
    const call = client.list({ cursor: 'hang' }, { context: CONTEXT, signal: controller.signal });
    await eventually('the call arrives', () => seen.calls.length > started);
    controller.abort();
    await failure(call, 'cancelled');
    await eventually('the handler is aborted', () => seen.abortReasons.length === 1);
    assert.equal((seen.abortReasons[0] as ServiceError).code, 'cancelled');
  });

  it('does not abort the signal of an answered call', async () => {
    await client.list({}, { context: CONTEXT });
    await client.list({}, { context: CONTEXT });
    assert.equal(seen.calls.at(-2)?.signal.aborted, false);
  });

  it('fails a nested call like the outer call', async () => {
    const outer = AbortSignal.abort(new ServiceError('timeout'));
    await failure(client.list({}, { context: CONTEXT, signal: outer }), 'timeout');
  });

  it('does not send a call that is already aborted', async () => {
    const started = seen.calls.length;
    await failure(client.list({}, { context: CONTEXT, signal: AbortSignal.abort() }), 'cancelled');
    await client.list({}, { context: CONTEXT });
    assert.equal(seen.calls.length, started + 1);
  });
});

async function failure(call: Promise<unknown>, code: ErrorCode): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => assert.fail('The call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, inspect(error));
  assert.equal(error.code, code, inspect(error));
  return error;
}
