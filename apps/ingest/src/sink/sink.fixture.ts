import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import { createColumnStore, migrate, startEmbeddedColumnStore, type ColumnStore } from '@svc/columnar';
import { KeysResolveResponseSchema } from '@svc/contract';
import { SINK_GROUP, TOPIC_BY_SIGNAL, TOPICS } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import type { ObjectStore } from '@svc/objects';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import type { Signal, StoredChannel } from '@svc/otlp';
import { eventually } from '@svc/testing';
import { CaptureReceiver, type CaptureResult } from '../capture/capture-receiver.js';
import { prepareCapture } from '../capture/prepare-capture.js';
import { Admission } from '../receive/admission.js';
import { prepareBody } from '../receive/prepare-body.js';
import { Receiver } from '../receive/receiver.js';
import type { ReplayAnswer } from '../replay/chunk-claims.js';
import { RecordedSessions } from '../replay/recorded-sessions.js';
import { SessionKeys } from '../replay/recorder.fixture.js';
import { ReplayReceiver } from '../replay/replay-receiver.js';
import { doReplayWork } from '../replay/replay-work.js';
import { startSink, type Sink } from './sink.js';

const LIMITS = { timeoutMs: 10_000, maxRowsToRead: 1e7, maxResultRows: 1000, maxMemoryBytes: 1e9 };

const OTHER_TOPICS = { events: TOPICS.capture, replay: TOPICS.replay } as const;

/** An embedded column store, an event log, and sinks that move data between them. */
export async function openScene(metricSeriesLimit: number) {
  const directory = await mkdtemp(path.join(tmpdir(), 'sink-'));
  const engine = await startEmbeddedColumnStore({ directory: path.join(directory, 'columnar'), reserveBytes: 0 });
  await migrate(engine.store);
  const store = createColumnStore(engine.store);
  const eventLog = await LmdbEventLog.open({
    directory: path.join(directory, randomBytes(4).toString('hex')),
    partitions: 2,
  });
  const objects = await DirectoryStore.open({ directory: path.join(directory, 'objects') });
  const caches = new MemoryStore();
  const receiver = new Receiver({
    eventLog,
    cache: caches.cache,
    prepare: (_project, ...request) => prepareBody(...request),
    maxExpandedBytes: 1e7,
  });
  const captureReceiver = new CaptureReceiver({
    eventLog,
    cache: caches.cache,
    prepare: (_project, ...request) => prepareCapture(...request),
    maxExpandedBytes: 1e7,
  });
  const sessionKeys = new SessionKeys(Date.now);
  const replayReceiver = new ReplayReceiver({
    eventLog,
    cache: caches.cache,
    prepare: (_project, ...request) => doReplayWork(...request),
    sessions: new RecordedSessions(sessionKeys.open, caches),
    maxExpandedBytes: 1e7,
    hasObjects: true,
    clock: Date.now,
  });
  let sink: Sink | undefined;
  const announced: StoredChannel[] = [];

  const stopSink = async () => {
    await sink?.stop();
    sink = undefined;
  };
  return {
    store,
    /** The directory of the column store. */
    columnar: path.join(directory, 'columnar'),
    objects,
    /** A sink with empty caches, as after a restart; `through` and `into` wrap the stores. */
    startSink: async (through: ColumnStore = store, into: ObjectStore = objects) => {
      await stopSink();
      const logger = createLogger({ service: 'test', level: 'silent' });
      sink = await startSink({
        eventLog,
        columnStore: through,
        metricSeriesLimit,
        logger,
        objects: into,
        announce: (channel) => void announced.push(channel),
      });
    },
    stopSink,
    /** The channels of the announcements since the last call. */
    takeAnnounced: () => announced.splice(0),
    /** Sends a request like a client; resolves to the size that is counted for it. */
    send: async (signal: Signal, projectNumber: number, body: unknown): Promise<number> => {
      const json = Buffer.from(JSON.stringify(body));
      const project = { id: `p${projectNumber}`, number: projectNumber, retentionDays: 30 };
      const key = create(KeysResolveResponseSchema, { project });
      const reservation = new Admission(1e9).open();
      await receiver.accept({ signal, key, body: json, encoding: 'identity', format: 'json', reservation });
      const context = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30 };
      const { transcoded } = prepareBody(signal, 'json', json, context);
      return transcoded?.length ?? 0;
    },
    /** Captures events as a client does. */
    capture: (projectNumber: number, events: readonly object[]): Promise<CaptureResult> => {
      const id = `00000000-0000-4000-8000-${String(projectNumber).padStart(12, '0')}`;
      const key = create(KeysResolveResponseSchema, { project: { id, number: projectNumber, retentionDays: 30 } });
      const body = Buffer.from(JSON.stringify({ events }));
      return captureReceiver.accept({ key, body, contentEncoding: undefined, reservation: new Admission(1e9).open() });
    },
    /** Records as a page does. */
    record: (projectNumber: number, chunk: object): Promise<ReplayAnswer> => {
      const key = create(KeysResolveResponseSchema, { project: { id: 'p', number: projectNumber, retentionDays: 30 } });
      const body = Buffer.from(JSON.stringify(chunk));
      return replayReceiver.accept({ key, body, contentEncoding: undefined, reservation: new Admission(1e9).open() });
    },
    sessionKeys,
    /** The directories of the event log and of the objects. */
    directory,
    /** Waits until everything that was appended is stored and committed. */
    drained: (signal: Signal | keyof typeof OTHER_TOPICS) =>
      eventually('the log is drained', async () => {
        const partitions = await eventLog.lag(
          Object.hasOwn(OTHER_TOPICS, signal)
            ? OTHER_TOPICS[signal as keyof typeof OTHER_TOPICS]
            : TOPIC_BY_SIGNAL[signal as Signal],
          SINK_GROUP,
        );
        return partitions.every(({ committedOffset, endOffset }) => committedOffset === endOffset);
      }),
    read: <Row>(sql: string, parameters = {}) => store.query<Row>({ sql, parameters, limits: LIMITS }),
    async [Symbol.asyncDispose]() {
      await stopSink();
      await eventLog.close();
      await caches.close();
      await objects.close();
      await store.close();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A store that stores each block but loses the response of the first write, as if the process had died in between. */
export function losingAnswers(store: ColumnStore): ColumnStore {
  const lost = new Set<string>();
  return {
    address: store.address,
    query: (statement) => store.query(statement),
    stream: (statement) => store.stream(statement),
    withFile: store.withFile,
    streamFile: (statement) => store.streamFile(statement),
    insertNative: (...insert) => store.insertNative(...insert),
    deleteRows: (...deletion) => store.deleteRows(...deletion),
    purgeDeletedRows: (options) => store.purgeDeletedRows(options),
    oldestReplacedPart: () => store.oldestReplacedPart(),
    insertSelected: (...insert) => store.insertSelected(...insert),
    command: (...command) => store.command(...command),
    check: () => store.check(),
    close: () => store.close(),
    async insertBlock(block, options) {
      await store.insertBlock(block, options);
      const place = `${block.table} ${options.deduplicationToken.split('@')[0] ?? ''}`;
      if (lost.has(place)) return;
      lost.add(place);
      throw new Error('the response was lost');
    },
  };
}
