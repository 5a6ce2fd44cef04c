import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Client, compressionAlgorithms, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { generateApiKey } from '@svc/auth';
import { MemoryStore } from '@svc/cache';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import { TOPIC_BY_SIGNAL } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger } from '@svc/observability';
import { transcodeJson } from '@svc/otlp';
import { eventually, settle } from '@svc/test-servers';
import { Admission } from '../receive/admission.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { prepareBody } from '../receive/prepare-body.js';
import { Receiver } from '../receive/receiver.js';
import { startOtlpGrpc, type OtlpGrpcServer } from './grpc.js';

const MAX_BODY_BYTES = 200_000;
const LOGS = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
const secret = generateApiKey('org').secret;

let directory: string;
let eventLog: LmdbEventLog;
let caches: MemoryStore;
const IDLE_MS = 500;

let admission: Admission;
let server: OtlpGrpcServer;
let client: Client;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'grpc-'));
  eventLog = await LmdbEventLog.open({ directory });
  caches = new MemoryStore();
  admission = new Admission(1_000_000);
  const known = create(KeysResolveResponseSchema, {
    scopes: ['telemetry:write'],
    project: { id: 'p', number: 7, retentionDays: 30 },
  });
  const unknown = create(KeysResolveResponseSchema, { refusal: KeyRefusal.UNKNOWN });
  let first: string | undefined;
  server = await startOtlpGrpc(
    { host: '127.0.0.1', port: 0, connections: { total: 20, eachAddress: 10, idleMs: IDLE_MS } },
    {
      keys: new KeyDirectory((sha256) => {
        const id = Buffer.from(sha256).toString('hex');
        first ??= id;
        return Promise.resolve(id === first ? known : unknown);
      }),
      receiver: new Receiver({
        eventLog,
        cache: caches.cache,
        prepare: (_project, ...request) => prepareBody(...request),
        maxExpandedBytes: MAX_BODY_BYTES,
      }),
      admission,
      maxBodyBytes: MAX_BODY_BYTES,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measure: () => () => undefined,
    },
  );
  client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
});
afterAll(async () => {
  client.close();
  await server.stop(1000);
  await eventLog.close();
  await caches.close();
  await rm(directory, { recursive: true });
});

/** Calls Export like any client; resolves with the error if the call fails. */
function call(body: Buffer, { key = secret, method = LOGS, by = client } = {}): Promise<Buffer | ServiceError> {
  const metadata = new Metadata();
  metadata.set('x-svc-api-key', key);
  const identity = (bytes: Buffer): Buffer => bytes;
  return new Promise((resolve) =>
    by.makeUnaryRequest(method, identity, identity, body, metadata, (error, answer) =>
      resolve(error ?? answer ?? Buffer.alloc(0)),
    ),
  );
}

async function refusal(...request: Parameters<typeof call>): Promise<ServiceError> {
  const answer = await call(...request);
  assert.ok('code' in answer, 'refused');
  return answer;
}

function logs(...bodies: string[]): Buffer {
  const logRecords = bodies.map((stringValue) => ({ body: { stringValue } }));
  return Buffer.from(
    transcodeJson('logs', Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))),
  );
}

async function appended(): Promise<number> {
  const positions = await eventLog.positions(TOPIC_BY_SIGNAL.logs);
  return positions.reduce((sum, { endOffset }) => sum + endOffset, 0);
}

describe('OTLP over gRPC', () => {
  it('responds with an empty message once the request is durable', async () => {
    assert.deepEqual(await call(logs('hello')), Buffer.alloc(0));
    assert.equal(await appended(), 1);
  });

  for (const encoding of ['gzip', 'deflate'] as const) {
    it(`accepts ${encoding} and stores the request`, async () => {
      const compressing = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
        'grpc.default_compression_algorithm': compressionAlgorithms[encoding],
      });
      const earlier = await appended();
      const body = logs(`compressed with ${encoding}`.repeat(1000));
      assert.deepEqual(await call(body, { by: compressing }), Buffer.alloc(0));
      assert.equal(await appended(), earlier + 1);
      compressing.close();
    });
  }

  it('accepts hundreds of concurrent calls on one connection', async () => {
    const earlier = await appended();
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => call(logs(`many ${i}`, 'x'.repeat(500)))));
    assert.deepEqual(
      answers.filter((answer) => !Buffer.isBuffer(answer)),
      [],
    );
    assert.equal(await appended(), earlier + 1000);
  });

  it('refuses an unknown key, an unknown method and an invalid message, each with its own status', async () => {
    assert.equal((await refusal(logs('x'), { key: generateApiKey('org').secret })).code, status.UNAUTHENTICATED);
    assert.equal((await refusal(logs('x'), { method: '/other.Service/Export' })).code, status.UNIMPLEMENTED);
    assert.equal((await refusal(Buffer.from([0x0a, 0x7f, 0x01]))).code, status.INVALID_ARGUMENT);
    assert.equal((await refusal(logs('x'.repeat(MAX_BODY_BYTES)))).code, status.RESOURCE_EXHAUSTED);
  });

  it('sends the retry delay before it reads a message while too many bytes are in flight', async () => {
    const other = admission.open();
    other.grow(999_990);
    const refused = await refusal(logs('x'.repeat(100_000)));
    assert.equal(refused.code, status.RESOURCE_EXHAUSTED);
    const details = refused.metadata.get('grpc-status-details-bin')[0];
    assert.ok(Buffer.isBuffer(details) && details.includes('google.rpc.RetryInfo'));
    other.release();
    assert.ok(Buffer.isBuffer(await call(logs('x'.repeat(100_000)))));
    assert.equal(admission.reservedBytes, 0);
  });

  it('closes a connection without calls, which pings do not keep open, and clients connect again', async () => {
    assert.ok(Buffer.isBuffer(await call(logs('before'))));
    const idle = connect(`http://127.0.0.1:${server.port}`);
    idle.on('error', () => undefined);
    const pings = setInterval(() => !idle.destroyed && idle.ping(() => undefined), 50);
    await once(idle, 'close');
    clearInterval(pings);
    assert.ok(Buffer.isBuffer(await call(logs('after'))));
  });

  it('keeps a connection with a call open for longer than one without may be idle', async () => {
    const session = connect(`http://127.0.0.1:${server.port}`);
    session.on('error', () => undefined);
    const headers = { ':method': 'POST', ':path': LOGS, 'x-svc-api-key': secret, 'content-type': 'application/grpc' };
    const running = session.request({ ...headers, te: 'trailers' });
    const trailers = once(running, 'trailers');
    running.resume();
    const message = logs('slow');
    const length = Buffer.alloc(5);
    length.writeUInt32BE(message.length, 1);
    running.write(length);
    await settle('the connection must not be closed', 3 * IDLE_MS);
    running.end(message);
    const [{ 'grpc-status': code }] = (await trailers) as [{ 'grpc-status': string }];
    assert.equal(code, '0');
    assert.ok(!session.closed);
    await once(session, 'close');
  });

  it('closes connections beyond the limit of an address', async () => {
    const opened = Array.from({ length: 15 }, () => connect(`http://127.0.0.1:${server.port}`));
    for (const session of opened) session.on('error', () => undefined);
    const closed = (): number => opened.filter(({ destroyed }) => destroyed).length;
    await eventually('some are closed', () => closed() >= 5);
    for (const session of opened) session.destroy();
  });
});
