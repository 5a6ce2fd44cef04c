import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryStore } from '@svc/cache';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { BuildThread, SymbolStore } from '@svc/symbols';
import { Jobs } from '@svc/work';
import { DEFAULT_SYMBOL_CONFIG } from '../symbols.settings.js';
import { UPLOAD_TTL_MS } from './upload-expiries.js';
import { UploadExpiry } from './upload-expiry.js';
import { UploadParts } from './upload-parts.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService, type UploadNames } from './uploads.service.js';

const MAPPING = Buffer.from('com.shop.Cart -> a.a:\n    1:2:void pay():20:21 -> a\n');

describe('uploads in parts', () => {
  let database: TemporaryDatabase;
  let directory: string;
  let objects: DirectoryStore;
  let builder: BuildThread;
  let uploads: UploadsService;
  let expiry: UploadExpiry;
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = () => nowMs;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    directory = await mkdtemp(path.join(tmpdir(), 'svc-uploads-'));
    objects = await DirectoryStore.open({ directory });
    builder = new BuildThread();
    const { relational } = database;
    const [repository, parts] = [new UploadsRepository(relational), new UploadParts(objects)];
    const store = new SymbolStore({ relational, objects, builder, clock, maxProjectBytes: 10_000 });
    uploads = new UploadsService(repository, parts, store, DEFAULT_SYMBOL_CONFIG, clock);
    const logger = createLogger({ service: 'query', level: 'silent' });
    const jobs = new Jobs(relational, new MemoryStore().pubSub, clock, logger);
    expiry = new UploadExpiry(repository, parts, clock, jobs);
  });
  afterAll(async () => {
    await builder?.close();
    await database?.stop();
    await rm(directory, { recursive: true });
  });

  const uploader = () => ({ projectId: randomUUID(), principalId: 'a-key' });
  const names: UploadNames = {
    kind: 'proguard',
    key: '',
    release: '1.0',
    dist: '',
    filename: 'm.txt',
    size: undefined,
  };
  const countParts = async (projectId: string): Promise<number> => {
    let count = 0;
    for await (const _ of objects.list(`symbol-uploads/${projectId}/`)) count += 1;
    return count;
  };
  const expire = (projectId: string, uploadId: string): Promise<Date | void> => {
    const job = {
      id: '1',
      queue: '',
      key: '',
      payload: { projectId, uploadId },
      projectId,
      attempts: 1,
      lastError: null,
    };
    return expiry.handle({ job, signal: new AbortController().signal, fence: () => Promise.resolve() });
  };

  it('assembles a file from parts of any size, and leaves nothing else', async () => {
    const owner = uploader();
    const { uploadId } = await uploads.begin(owner, names);
    for (const [from, to] of [
      [0, 7],
      [3, 20],
      [20, 20],
      [0, 5],
      [20, MAPPING.length],
    ] as const)
      await uploads.append(owner, uploadId, from, MAPPING.subarray(from, to));
    const { files, isNew } = await uploads.complete(owner, uploadId, MAPPING.length);
    assert.deepEqual([files.length, isNew, await countParts(owner.projectId)], [1, true, 0]);
    await assert.rejects(uploads.append(owner, uploadId, 0, MAPPING), { code: 'not_found' });
  });

  it('refuses to continue an upload of another project', async () => {
    const { uploadId } = await uploads.begin(uploader(), names);
    await assert.rejects(uploads.append(uploader(), uploadId, 0, MAPPING), { code: 'not_found' });
    await assert.rejects(uploads.complete(uploader(), uploadId, 0), { code: 'not_found' });
  });

  it('refuses uploads beyond the number of a project, until the others are over or idle', async () => {
    const owner = uploader();
    for (let nth = 0; nth < DEFAULT_SYMBOL_CONFIG.SVC_SYMBOLS_MAX_UPLOADS; nth += 1) await uploads.begin(owner, names);
    await assert.rejects(uploads.begin(owner, names), { code: 'concurrency_limited' });
    await uploads.begin(uploader(), names);
    nowMs += 130_000;
    await uploads.begin(owner, names);
  });

  it('refuses uploads if the project has no room for them', async () => {
    await assert.rejects(uploads.begin(uploader(), { ...names, size: 20_000 }), { code: 'quota_exceeded' });
    await assert.rejects(uploads.begin(uploader(), { ...names, size: 2 ** 40 }), { code: 'payload_too_large' });
  });

  it('deletes uploads that were idle for a day', async () => {
    const owner = uploader();
    const { uploadId } = await uploads.begin(owner, names);
    nowMs += UPLOAD_TTL_MS / 2;
    await uploads.append(owner, uploadId, 0, MAPPING.subarray(0, 10));
    nowMs += UPLOAD_TTL_MS / 2 + 1;
    assert.deepEqual(await expire(owner.projectId, uploadId), new Date(nowMs + UPLOAD_TTL_MS / 2 - 1));
    assert.equal(await countParts(owner.projectId), 1);
    nowMs += UPLOAD_TTL_MS;
    assert.equal(await expire(owner.projectId, uploadId), undefined);
    assert.equal(await countParts(owner.projectId), 0);
    await assert.rejects(uploads.append(owner, uploadId, 10, MAPPING), { code: 'not_found' });
  });
});
