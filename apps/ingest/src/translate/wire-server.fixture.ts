import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { generateApiKey, hashSecret } from '@svc/auth';
import { MemoryStore, type RateLimiter } from '@svc/cache';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import { TOPIC_BY_SIGNAL, type EventLog } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { createLogger, createMetrics, HealthRegistry } from '@svc/observability';
import type { Signal } from '@svc/otlp';
import { Admission } from '../receive/admission.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { createPreparePool } from '../receive/prepare.js';
import { Quota } from '../receive/quota.js';
import { Receiver } from '../receive/receiver.js';
import { requestMetrics } from '../receive/request-metrics.js';
import { startIngestHttp } from '../server/http-server.js';
import { wireHttpHandler } from './http.js';
import { wireMetrics } from './wire-metrics.js';

const MIB = 1024 * 1024;
export const MAX_BODY_BYTES = 2 * MIB;
export const MAX_EXPANDED_BYTES = 4 * MIB;
const MAX_HELD_BYTES = 64 * MIB;
/** Days for which the project keeps what it has; traces longer. */
const RETENTION = { retentionDays: 30, signalRetentionDays: { traces: 90 } };
export const PAGE_ORIGIN = 'https://shop.example';

const UNLIMITED: RateLimiter = {
  reset: () => Promise.resolve(),
  consume: () => Promise.resolve({ allowed: true, remaining: 1, resetSeconds: 1 }),
};

/** A server of ingestion that answers foreign protocols only, with an event log and without a sink. */
export interface WireServer {
  /** A key that may write telemetry, one that may not, one for pages, and one for pages of `PAGE_ORIGIN` only. */
  readonly keys: { readonly writer: string; readonly other: string; readonly page: string; readonly bound: string };
  readonly admission: Admission;
  /** The projects that requests named, the newest last. */
  readonly projects: readonly string[];
  readonly url: string;
  post(path: string, body: Uint8Array, headers: Readonly<Record<string, string>>): Promise<WireReply>;
  /** The requests in the log, in their order. */
  read(signal: Signal): Promise<Uint8Array[]>;
  /** Runs work while requests hold all memory that they may have. */
  whileFull<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs work while a project may send this many bytes. */
  whileLimited<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>;
  /** Runs work while the log cannot be written, or the part of it for one signal. */
  whileBroken<Result>(work: () => Promise<Result>, signal?: Signal): Promise<Result>;
  /** The sum of the metrics of the process whose line begins with the name and has all labels. */
  count(name: string, ...labels: readonly string[]): Promise<number>;
  stop(): Promise<void>;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function startWireServer(): Promise<WireServer> {
  const [writer, other] = [generateApiKey('project').secret, generateApiKey('project').secret];
  const [page, bound] = [generateApiKey('publishable').secret, generateApiKey('publishable').secret];
  const ofPages = { scopes: ['telemetry:write'], publishable: true };
  const grants = new Map<string, { scopes: string[]; publishable?: boolean; allowedOrigins?: string[] }>([
    [hashSecret(writer).toString('hex'), { scopes: ['telemetry:write'] }],
    [hashSecret(other).toString('hex'), { scopes: ['analytics:write'] }],
    [hashSecret(page).toString('hex'), ofPages],
    [hashSecret(bound).toString('hex'), { ...ofPages, allowedOrigins: [PAGE_ORIGIN] }],
  ]);
  const project = { id: '00000000-0000-4000-8000-000000000001', number: 1, ...RETENTION };
  const projects: string[] = [];
  const keys = new KeyDirectory((sha256, { projectSelector }) => {
    projects.push(projectSelector);
    const grant = grants.get(Buffer.from(sha256).toString('hex'));
    const answer = grant === undefined ? { refusal: KeyRefusal.UNKNOWN } : { keyId: 'k', ...grant, project };
    return Promise.resolve(create(KeysResolveResponseSchema, answer));
  });
  const directory = await mkdtemp(path.join(tmpdir(), 'wire-'));
  const eventLog = await LmdbEventLog.open({ directory, partitions: 1 });
  const closed = await LmdbEventLog.open({ directory: path.join(directory, 'closed'), partitions: 1 });
  await closed.close();
  let isBroken: (topic: string) => boolean = () => false;
  const log: Pick<EventLog, 'append'> = {
    append: (topic, record) => (isBroken(topic) ? closed : eventLog).append(topic, record),
  };
  let quota = UNLIMITED;
  const caches = new MemoryStore();
  const pool = createPreparePool();
  const metrics = createMetrics();
  const admission = new Admission(MAX_HELD_BYTES);
  const translated = wireHttpHandler({
    keys,
    receiver: new Receiver({
      eventLog: log as EventLog,
      cache: caches.cache,
      prepare: pool.prepare,
      quota: new Quota(1, () => ({
        reset: (id) => quota.reset(id),
        consume: (id, bytes) => quota.consume(id, bytes),
      })),
      maxExpandedBytes: MAX_EXPANDED_BYTES,
    }),
    admission,
    maxBodyBytes: MAX_BODY_BYTES,
    logger: createLogger({ service: 'test', level: 'silent' }),
    measure: requestMetrics(metrics),
    measureWire: wireMetrics(metrics),
  });
  const notAsked = () => Promise.reject(new Error('not asked'));
  const others = { otlp: notAsked, capture: notAsked, flags: notAsked, replay: notAsked, replayLogs: notAsked };
  const server = await startIngestHttp(
    { host: '127.0.0.1', port: 0 },
    {
      translated,
      ...others,
      recorder: notAsked,
      localFlags: notAsked,
      postHogConfig: notAsked,
      postHogRecording: notAsked,
      health: new HealthRegistry({ onFailure: () => undefined }),
    },
  );

  async function read(signal: Signal): Promise<Uint8Array[]> {
    const topic = TOPIC_BY_SIGNAL[signal];
    const positions = await eventLog.positions(topic);
    const end = positions[0]?.endOffset ?? 0;
    const found: Uint8Array[] = [];
    if (end === 0) return found;
    const from = new Map([[0, 0]]);
    for await (const { records } of eventLog.follow({ topic, from, signal: AbortSignal.timeout(5_000) })) {
      found.push(...records.map(({ value }) => Buffer.from(value)));
      if (found.length >= end) break;
    }
    return found;
  }

  const url = `http://127.0.0.1:${server.port}`;
  return {
    keys: { writer, other, page, bound },
    admission,
    projects,
    url,
    read,
    whileFull: async (work) => {
      const held = admission.open();
      held.grow(MAX_HELD_BYTES);
      return work().finally(() => held.release());
    },
    whileLimited: async (bytes, work) => {
      quota = caches.rateLimiter({ name: 'quota', points: bytes, windowSeconds: 60 });
      return work().finally(() => (quota = UNLIMITED));
    },
    whileBroken: async (work, signal) => {
      isBroken = (topic) => signal === undefined || topic === TOPIC_BY_SIGNAL[signal];
      return work().finally(() => (isBroken = () => false));
    },
    post: async (target, body, headers) => {
      const answer = await fetch(`${url}${target}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${writer}`, ...headers },
        body: new Uint8Array(body),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    count: async (name, ...labels) => {
      const lines = (await metrics.registry.metrics()).split('\n');
      const line = lines.find((each) => each.startsWith(name) && labels.every((label) => each.includes(label)));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
    stop: async () => {
      await server.stop(100);
      await pool.close();
      await eventLog.close();
      await caches.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
