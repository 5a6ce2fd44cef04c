import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateKey } from '@svc/encryption';
import { temporaryDirectories } from '@svc/test-servers';
import { eventLogConformance } from '../conformance.js';
import { openEventLog, type ConsumerRecord, type EventLog } from '../index.js';

const MARKER = 'LEAKMARKER anna.secret@example.test';

eventLogConformance('encrypted lmdb', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'event-log-'));
  const keys = generateKey('k1');
  const leases = { claimMs: 50, renewMs: 1_000, staleMs: 20_000 };
  return {
    open: () => openEventLog({ kind: 'lmdb', keys, options: { directory, leases } }),
    stop: () => rm(directory, { recursive: true }),
  };
});

describe('an encrypted event log', () => {
  const temporaryDirectory = temporaryDirectories();

  const use = async <Value>(directory: string, keys: string | undefined, work: (log: EventLog) => Promise<Value>) => {
    const log = await openEventLog({ kind: 'lmdb', keys, options: { directory, partitions: 1 } });
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  };
  const append = (log: EventLog): Promise<unknown> =>
    log.append('t', { key: 'k', value: Buffer.from(MARKER), headers: {} });
  const readFirst = async (log: EventLog): Promise<ConsumerRecord | undefined> => {
    const signal = AbortSignal.timeout(5_000);
    for await (const { records } of log.follow({ topic: 't', from: new Map([[0, 0]]), signal })) return records[0];
    return undefined;
  };
  const readText = async (log: EventLog): Promise<string> => String(Buffer.from((await readFirst(log))?.value ?? []));
  const isOnDisk = async (directory: string): Promise<boolean> => {
    const files = await Promise.all((await readdir(directory)).map((name) => readFile(path.join(directory, name))));
    return files.some((bytes) => bytes.includes(MARKER));
  };

  it('stores no value in readable form on disk', async () => {
    const [plain, sealed] = [await temporaryDirectory(), await temporaryDirectory()];
    await use(plain, undefined, append);
    await use(sealed, generateKey('k1'), append);
    assert.deepEqual([await isOnDisk(plain), await isOnDisk(sealed)], [true, false]);
  });

  it('reads records appended with an older key or without one', async () => {
    const [first, second] = [generateKey('k1'), generateKey('k2')];
    for (const before of [first, undefined]) {
      const directory = await temporaryDirectory();
      await use(directory, before, append);
      assert.equal(await use(directory, `${second},${first}`, readText), MARKER);
    }
  });

  it('does not read without the key, instead of skipping the record', async () => {
    const directory = await temporaryDirectory();
    await use(directory, generateKey('k1'), append);
    await assert.rejects(use(directory, generateKey('k1'), readFirst), /cannot be opened/);
    await assert.rejects(use(directory, undefined, readFirst), /SVC_EVENT_LOG_KEYS/);
  });
});
