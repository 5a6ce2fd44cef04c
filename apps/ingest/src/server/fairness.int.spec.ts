import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { generateApiKey, hashSecret } from '@svc/auth';
import { MemoryStore } from '@svc/cache';
import { KeysResolveResponseSchema } from '@svc/contract';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger, HealthRegistry } from '@svc/observability';
import { eventually, pace } from '@svc/test-servers';
import { CaptureReceiver } from '../capture/capture-receiver.js';
import { CAPTURE_ROUTE, captureHttpHandler } from '../capture/http.js';
import { flagsHttpHandler } from '../flags/http.js';
import { otlpHttpHandler } from '../otlp/http.js';
import { postHogConfigHandler } from '../posthog/config-http.js';
import { Admission } from '../receive/admission.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { Receiver } from '../receive/receiver.js';
import { recorderHttpHandler } from '../recorder/http.js';
import { replayHttpHandler } from '../replay/http.js';
import { postHogRecordingHandler } from '../replay/posthog/http.js';
import { replayLogsHttpHandler } from '../replay/slices/http.js';
import { wireHttpHandler } from '../translate/http.js';
import { startIngestHttp, type IngestHttpServer } from './http-server.js';
import { WorkerPools } from './worker-pools.js';

const MIB = 1024 * 1024;
const LOGS = JSON.stringify({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: '1', body: { stringValue: 'x'.repeat(100_000) } }] }] }],
});

const toCapture = (properties: object): string =>
  JSON.stringify({ events: [{ event: 'e', distinct_id: 'd', properties }] });

const newKey = (): string => generateApiKey('org').secret;

describe('fairness between the senders of two organizations', () => {
  const [greedy, modest, published] = [newKey(), newKey(), newKey()];
  const names = new Map([greedy, modest, published].map((key, at) => [hashSecret(key).toString('hex'), at]));
  const caches = new MemoryStore();
  const pools = new WorkerPools();
  let directory: string;
  let eventLog: LmdbEventLog;
  let server: IngestHttpServer;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'fairness-'));
    eventLog = await LmdbEventLog.open({ directory, partitions: 1 });
    const keys = new KeyDirectory((sha256) => {
      const at = names.get(Buffer.from(sha256).toString('hex')) ?? 0;
      const organization = at === 1 ? 'modest' : 'greedy';
      const project = { id: `project of ${organization}`, number: at === 1 ? 2 : 1, retentionDays: 30 };
      const scopes = ['analytics:write', 'telemetry:write'];
      const key = { keyId: `key ${at}`, organizationId: organization, scopes, project, publishable: at === 2 };
      return Promise.resolve(create(KeysResolveResponseSchema, key));
    });
    const common = {
      keys,
      admission: new Admission({ maxBytes: 16 * MIB, maxPublishableBytes: 2 * MIB }),
      maxBodyBytes: 4 * MIB,
      findBodyKey: pools.capture.findBodyKey,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measure: () => () => undefined,
    };
    const notAsked = { accept: () => Promise.reject(new Error('not asked')) };
    const stores = { eventLog, cache: caches.cache };
    const receiver = new Receiver({ ...stores, prepare: pools.otlp.prepare, maxExpandedBytes: 4 * MIB });
    const captures = new CaptureReceiver({ ...stores, prepare: pools.capture.prepare, maxExpandedBytes: 4 * MIB });
    server = await startIngestHttp(
      { host: '127.0.0.1', port: 0 },
      {
        otlp: otlpHttpHandler({ ...common, receiver }),
        translated: wireHttpHandler({
          ...common,
          receiver,
          measureWire: () => ({ accepted: () => undefined, refused: () => undefined }),
        }),
        capture: captureHttpHandler({ ...common, receiver: captures }),
        recorder: recorderHttpHandler(),
        replay: replayHttpHandler({ ...common, receiver: notAsked }),
        replayLogs: replayLogsHttpHandler({ ...common, receiver: notAsked }),
        postHogConfig: postHogConfigHandler({ ...common, hasObjects: true }),
        postHogRecording: postHogRecordingHandler({ ...common, receiver: notAsked }),
        flags: flagsHttpHandler({
          ...common,
          hasObjects: true,
          flags: { evaluate: () => Promise.reject(new Error('not asked')) },
        }),
        localFlags: () => Promise.reject(new Error('not asked')),
        health: new HealthRegistry({ onFailure: () => undefined }),
      },
    );
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.stop(100);
    await pools.onApplicationShutdown();
    await eventLog.close();
    await caches.close();
    await rm(directory, { recursive: true });
  });

  const post = async (route: string, key: string, body: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${route}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  /** Sends most of a body and then a byte every 50 ms. Returns a function that reads the answer received so far. */
  const trickle = (key: string, bytes: number): (() => string) => {
    let answer = '';
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk)).on('error', () => undefined);
    socket.write(
      `POST /v1/logs HTTP/1.1\r\nhost: x\r\nx-svc-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${bytes + 1000}\r\n\r\n`,
    );
    socket.write('x'.repeat(bytes));
    const drip = setInterval(() => socket.write('x'), 50);
    socket.once('close', () => clearInterval(drip));
    sockets.push(socket);
    return () => answer.split('\r\n', 1)[0] ?? '';
  };

  it('accepts the requests of one while bodies of another one fill its share and trickle', async () => {
    const trickling = [...Array.from({ length: 8 }, () => trickle(greedy, 3 * MIB)), trickle(published, 1 * MIB)];
    const isRefused = () => trickling.some((answer) => answer().includes('429'));
    await eventually('what exceeds the share of the greedy one is refused', isRefused);
    for (let round = 0; round < 10; round += 1) {
      assert.equal(await post('/v1/logs', modest, LOGS), 200);
      assert.equal(await post(CAPTURE_ROUTE, modest, toCapture({ round })), 200);
    }
    for (const socket of sockets) socket.destroy();
  });

  it('refuses a large body of a publishable key before it is sent', async () => {
    const answer = trickle(published, 3 * MIB);
    assert.match(await eventually('an answer', () => answer() || undefined), / 413 /);
  });

  it('parses a capture of one project between the costly ones of another one', async () => {
    const leaves = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, '12-'.repeat(10_000)]));
    const order: string[] = [];
    const note = async (name: string, answer: Promise<number>): Promise<void> => {
      order.push(`${name} ${await answer}`);
    };
    const greedyOnes = Array.from({ length: 4 }, () => note('greedy', post(CAPTURE_ROUTE, greedy, toCapture(leaves))));
    await pace(100);
    const before = order.length;
    await note('modest', post(CAPTURE_ROUTE, modest, toCapture({ text: 'y'.repeat(30_000) })));
    await Promise.all(greedyOnes);
    const meanwhile = order.slice(before, order.indexOf('modest 200'));
    // A refusal takes no turn: the share of the greedy one may still hold bodies of the tests before.
    const turns = meanwhile.filter((answer) => answer === 'greedy 200').length;
    assert.ok(order.includes('modest 200') && turns <= 2 && order.at(-1) === 'greedy 200', order.join());
  });
});
