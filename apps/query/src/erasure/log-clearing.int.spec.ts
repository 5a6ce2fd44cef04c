import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKeyRing, generateKey } from '@svc/encryption';
import { IDENTITY_GROUP, openEventLog, SINK_GROUP, TOPICS, type ConsumerRecord, type EventLog } from '@svc/event-log';
import { LogKeys } from '@svc/event-log/keys';
import {
  createRelational,
  migrateRelational,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type Relational,
} from '@svc/relational';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { LogClearing } from './log-clearing.js';

const MAX_AGE_MS = 60_000;
const BATCHES = { maxBytes: 1e6, maxRecords: 10, maxWaitMs: 10, from: 'earliest' } as const;

describe('LogClearing', () => {
  const keys = generateKey('ring');
  const { signal } = new AbortController();
  let directory: string;
  let postgres: EmbeddedPostgres;
  let relational: Relational;
  let logKeys: LogKeys;
  let eventLog: EventLog;
  let clearing: LogClearing;
  let project = 0;
  let skewMs = 0;
  const clock = (): number => Date.now() + skewMs;
  const startPostgres = () => startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), isDurable: false });
  /** Another process, which has looked up no key yet. */
  const openLog = (): Promise<EventLog> =>
    openEventLog({ kind: 'lmdb', keys, options: { directory: path.join(directory, 'log'), partitions: 1 } }, logKeys);

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-clearing-'));
    postgres = await startPostgres();
    await migrateRelational(postgres.url, { serviceUrl: postgres.serviceUrl });
    relational = createRelational({ url: postgres.serviceUrl, poolSize: 3 });
    logKeys = new LogKeys({ relational, keyRing: createKeyRing(keys), maxAgeMs: MAX_AGE_MS, clock });
    eventLog = await openLog();
    clearing = new LogClearing(logKeys, eventLog, clock);
  });
  afterAll(async () => {
    await eventLog.close();
    await relational.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(() => void (project += 1));

  const append = async (text: string): Promise<void> => {
    const dataKey = await logKeys.current(project);
    await eventLog.append(TOPICS.capture, { key: 'k', value: Buffer.from(text), headers: {}, dataKey });
  };
  const now = (): Date => new Date(clock());
  /** Reads for both groups until stopped. */
  const consume = async (log: EventLog, seen: ConsumerRecord[], beforeHandling = (): void => undefined) => {
    const groups = [SINK_GROUP, IDENTITY_GROUP].map((group) =>
      log.consume({ topic: TOPICS.capture, group, ...BATCHES }, ({ records }) => {
        beforeHandling();
        if (group === SINK_GROUP) seen.push(...records);
        return Promise.resolve();
      }),
    );
    const consumers = await Promise.all(groups);
    return async () => void (await Promise.all(consumers.map((consumer) => consumer.stop())));
  };
  const texts = (seen: readonly ConsumerRecord[]) =>
    seen.map(({ value, isErased }) => (isErased ? 'erased' : String(Buffer.from(value))));
  const heldIds = async () => (await logKeys.held(project, now())).map(({ generation }) => generation);
  const clear = (until: Date, waitMs?: number) => clearing.destroyKeys(project, until, signal, waitMs);

  it('destroys a key only when no process may use it and everything it encrypted is stored, also after a restart', async () => {
    await append('one');
    const erasedAt = now();
    const next = await clear(erasedAt);
    assert.ok(next && next.getTime() > clock() + MAX_AGE_MS);
    assert.deepEqual(await clear(erasedAt), next, 'it stays retired since then');
    await append('two');
    assert.deepEqual(await heldIds(), [1, 2]);

    skewMs += 1.25 * MAX_AGE_MS + 1;
    const unavailable = (error: unknown): boolean => error instanceof ServiceError && error.code === 'unavailable';
    // A process that dies in its batch, and its successor, which receives the batch again.
    const [interrupted, successor] = [await openLog(), await openLog()];
    let failures = 0;
    const stopInterrupted = await consume(interrupted, [], () => {
      failures += 1;
      throw new Error('interrupted');
    });
    await eventually('it was interrupted', () => failures > 1);
    await assert.rejects(clear(erasedAt, 100), unavailable, 'nothing is committed');
    assert.deepEqual(await heldIds(), [1, 2]);
    await stopInterrupted();
    await interrupted.close();
    const seen: ConsumerRecord[] = [];
    const stop = await consume(successor, seen);
    await eventually('both are stored', () => seen.length === 2);
    assert.deepEqual(texts(seen), ['one', 'two']);
    assert.equal(await clear(erasedAt), undefined);
    await stop();
    await successor.close();
    assert.deepEqual(await heldIds(), [2], 'the key that came later stays');

    const late = await openLog();
    const [position] = await late.positions(TOPICS.capture);
    const end = new AbortController();
    for await (const { records } of late.follow({
      topic: TOPICS.capture,
      from: new Map([[0, 0]]),
      signal: end.signal,
    })) {
      assert.deepEqual(texts(records), ['erased', 'two']);
      assert.equal(position?.endOffset, 2);
      end.abort();
    }
    await late.close();
  });

  it('loses nothing while Postgres is away: accepted records are delivered when their key can be looked up again', async () => {
    await append('before');
    const dataKey = await logKeys.current(project);
    await postgres.stop();
    // Ingestion continues with the key that it has cached.
    await eventLog.append(TOPICS.capture, { key: 'k', value: Buffer.from('meanwhile'), headers: {}, dataKey });
    const restarted = await openLog();
    const seen: ConsumerRecord[] = [];
    const stop = await consume(restarted, seen);
    const lag = () => restarted.lag(TOPICS.capture, SINK_GROUP);
    await assert.rejects(clear(now()));
    assert.deepEqual(
      [seen.length, (await lag()).map(({ committedOffset, endOffset }) => endOffset - committedOffset)],
      [0, [2]],
    );
    postgres = await startPostgres();
    await eventually('both are stored', () => seen.length === 2);
    assert.deepEqual(texts(seen), ['before', 'meanwhile']);
    await stop();
    await restarted.close();
  });

  it('reports how data is cleared: by keys where they cover the project, otherwise by retention', async () => {
    const logEnds = [{ topic: TOPICS.capture, partition: 0, endOffset: 2 ** 40 }];
    const erased = [{ projectNumber: project, erasedAt: now(), logEnds }];
    const isCleared = async () => (await clearing.findCleared(project, erased)).length === 1;
    assert.equal(await isCleared(), false, 'no keys');
    await logKeys.current(project);
    assert.equal(await isCleared(), false, 'older than its keys, for all that is known');
    project += 1;
    skewMs += 1;
    await relational.client.$transaction((tx) => logKeys.addFirst(tx, { number: project, createdAt: now() }));
    const covered = [{ projectNumber: project, erasedAt: now(), logEnds }];
    assert.deepEqual(await clearing.findCleared(project, covered), [], 'the key is held');
    const stop = await consume(eventLog, []);
    assert.notEqual(await clear(now()), undefined);
    skewMs += 1.25 * MAX_AGE_MS + 1;
    assert.equal(await clear(new Date(clock() - MAX_AGE_MS)), undefined);
    await stop();
    assert.deepEqual(await clearing.findCleared(project, covered), covered);
  });
});
