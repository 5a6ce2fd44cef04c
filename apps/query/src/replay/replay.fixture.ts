import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryStore } from '@svc/cache';
import { sharedStore } from '@svc/columnar/testing';
import { createKeyRing, generateKey } from '@svc/encryption';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { encodeRows } from '@svc/otlp/native';
import { Egress } from '@svc/outbound';
import { createCursors } from '@svc/pagination';
import { Scope, type ProjectIdentity } from '@svc/reading/statement';
import { testCursors, testReader } from '@svc/reading/testing';
import { blockKey, sealBlock, toBlockRow } from '@svc/recordings';
import { RecordingKeys } from '@svc/recordings/keys';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { clockShift, guessPlace, prepareChunk } from '@svc/replay';
import { REPLAY_BLOCKS } from '@svc/tables';
import { Jobs } from '@svc/work';
import { Erasables } from '../erasure/index.js';
import { OwnEvents } from '../product/index.js';
import { TracesRepository } from '../telemetry/index.js';
import { AssetIndex } from './assets/asset-index.js';
import { AssetMirror } from './assets/asset-mirror.js';
import { RecordingAssets } from './assets/recording-assets.js';
import { RecordingDeletion } from './deletion/recording-deletion.js';
import { ReplayEvents } from './events/events.service.js';
import { RecordingParts } from './parts/recording-parts.js';
import { RecordingsService } from './reads/recordings.service.js';
import { TraceVisits } from './reads/trace-visits.js';
import { RecordingSummaries } from './summaries/recording-summaries.js';
import { SessionSignals } from './summaries/session-signals.js';
import { RecordingThread } from './thread/recording-thread.js';

const LOGGER = createLogger({ service: 'query', level: 'silent' });

export interface RecordedChunk {
  readonly session_id?: string;
  readonly window_id?: string;
  readonly distinct_id?: string;
  readonly seq?: number;
  readonly url?: string;
  readonly release?: string;
  readonly events: readonly object[];
  /** Milliseconds by which the clock of the browser is behind. */
  readonly behindMs?: number;
}

export type ReplayWorld = Awaited<ReturnType<typeof openReplayWorld>>;

/** The reads and the deletion of recordings, on stores of their own. */
export async function openReplayWorld() {
  const [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase()]);
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-replay-'));
  const objects = await DirectoryStore.open({ directory: path.join(directory, 'objects') });
  const eventLog = await LmdbEventLog.open({ directory: path.join(directory, 'log'), partitions: 1 });
  const { relational } = database;
  const time = { aheadMs: 0 };
  const clock = (): number => Date.now() + time.aheadMs;
  const keys = new RecordingKeys({ relational, keyRing: createKeyRing(generateKey('ring')), clock });
  const recordings = new RecordingsService(testCursors(), new TraceVisits(new TracesRepository()), keys, clock);
  const { pubSub } = new MemoryStore();
  const jobs = new Jobs(relational, pubSub, clock, LOGGER);
  const erasables = new Erasables();
  const deletion = new RecordingDeletion(
    keys,
    objects,
    engine.store,
    eventLog,
    relational,
    clock,
    pubSub,
    erasables,
    jobs,
  );
  const thread = new RecordingThread();
  const signals = new SessionSignals(objects, thread);
  const assetIndex = new AssetIndex(relational, clock);
  const assets = new RecordingAssets(assetIndex, relational);
  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  const mirror = new AssetMirror(relational, objects, clock, egress, assetIndex, thread, jobs);
  const events = new ReplayEvents(
    recordings,
    assets,
    mirror,
    objects,
    createCursors('a secret of sixteen bytes and more'),
  );
  const summaries = new RecordingSummaries(
    keys,
    engine.store,
    relational,
    clock,
    signals,
    new OwnEvents(eventLog, clock),
    new RecordingParts(objects, engine.store, keys, clock, thread),
    mirror,
    jobs,
  );
  return {
    store: engine.store,
    /** Milliseconds by which the clock is ahead. */
    time,
    relational,
    objects,
    keys,
    recordings,
    events,
    deletion,
    summaries,
    assetIndex,
    assets,
    mirror,
    eventLog,
    erasables,
    directory,
    reader: (project: ProjectIdentity) => testReader(engine.store, Scope.of(project)),

    async newProject() {
      const [organizationId, id, at] = [randomUUID(), randomUUID(), new Date()];
      await relational.client.organization.create({ data: { id: organizationId, name: id, updatedAt: at } });
      const { number } = await relational.client.project.create({
        data: { id, organizationId, slug: id, name: id, updatedAt: at },
      });
      return { id, number, retentionDays: 30 };
    },

    /** Stores a chunk as ingestion does. */
    async record(project: ProjectIdentity, { behindMs, ...chunk }: RecordedChunk): Promise<void> {
      const defaults = { session_id: 's1', window_id: 'w1', distinct_id: 'ada', seq: 0, sdk: 'rrweb 2.1.6' };
      const sent = behindMs === undefined ? {} : { sent_at: new Date(clock() - behindMs).toISOString() };
      const body = Buffer.from(JSON.stringify({ ...defaults, ...sent, ...chunk }));
      const prepared = prepareChunk(body, { place: guessPlace(body) });
      if (!prepared.content) throw new Error('the place of a chunk was guessed wrong');
      const { content, nodes: _, ...described } = prepared;
      const session = await keys.open(project.number, described.place.sessionId, project.retentionDays);
      const objectKey = blockKey(session, described.place, randomUUID());
      const block = await sealBlock(content, session.key ?? '', objectKey);
      await objects.put(objectKey, block);
      const clockShiftMs = clockShift(behindMs);
      const row = toBlockRow({ ...described, ...session, receivedAtMs: clock(), clockShiftMs, objectKey, block });
      await engine.store.insertBlock(encodeRows(REPLAY_BLOCKS, [row]), { deduplicationToken: randomUUID() });
    },

    async objectsOf(project: ProjectIdentity): Promise<string[]> {
      const found: string[] = [];
      for await (const { key } of objects.list(`replay/${project.number}/`)) found.push(key);
      return found;
    },

    async stop() {
      await thread.onModuleDestroy();
      await egress[Symbol.asyncDispose]();
      await database.stop();
      await eventLog.close();
      await objects.close();
      await engine[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const meta = (timestamp: number, href = 'https://shop.example/cart') => ({
  type: 4,
  timestamp,
  data: { href, width: 800, height: 600 },
});

export const snapshot = (timestamp: number, text = '') => ({
  type: 2,
  timestamp,
  data: { node: { type: 0, id: 1, childNodes: [{ type: 3, id: 2, textContent: text }] }, initialOffset: {} },
});

export const click = (timestamp: number) => ({ type: 3, timestamp, data: { source: 2, type: 2, id: 2 } });

export const consoleError = (timestamp: number) => ({
  type: 6,
  timestamp,
  data: { plugin: 'rrweb/console@1', payload: { level: 'error', payload: ['failed'] } },
});
