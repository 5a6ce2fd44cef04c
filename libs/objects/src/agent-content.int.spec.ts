import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentContentFolder, deleteExpiredAgentContent, putAgentContent, readAgentContent } from './agent-content.js';
import { DirectoryStore } from './directory/directory-store.js';

const START = Date.UTC(2026, 0, 10, 12);
const DAY_MS = 86_400_000;
const PLACE = {
  projectNumber: 7,
  retentionDays: 30,
  startMs: START,
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  event: 0,
};
const { signal } = new AbortController();

describe('large values of prompts', () => {
  let directory: string;
  let objects: DirectoryStore;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-content-'));
    objects = await DirectoryStore.open({ directory });
  });
  afterAll(async () => {
    await objects.close();
    await rm(directory, { recursive: true, force: true });
  });
  const put = (key: string, text: string, startMs = START) =>
    putAgentContent(objects, { ...PLACE, key, startMs }, Buffer.from(text));

  it('are read as they were stored, cut at a number of bytes, under one key however often they are stored', async () => {
    const text = 'Wie kalt ist es? Sehr kühl. '.repeat(10_000);
    const key = await put('gen_ai.prompt', text);
    assert.equal(await put('gen_ai.prompt', text), key);
    assert.ok(key.startsWith(agentContentFolder(7)));
    assert.equal(await readAgentContent(objects, key, 1e6), text);
    assert.equal(await readAgentContent(objects, key, 100), Buffer.from(text).toString('utf8', 0, 100));
    assert.ok(((await objects.head(key))?.size ?? 0) < text.length / 10, 'it is compressed');
    const others = await Promise.all([put('gen_ai.completion', text), put('gen_ai.prompt', `${text}.`)]);
    assert.equal(new Set([key, ...others]).size, 3);
    assert.equal(await readAgentContent(objects, `${key}0`, 100), undefined);
  });

  it('are decompressed as far as they are read', async () => {
    const key = await put('gen_ai.prompt', 'a'.repeat(50_000_000));
    const before = process.memoryUsage().arrayBuffers;
    assert.equal(await readAgentContent(objects, key, 100), 'a'.repeat(100));
    assert.ok(process.memoryUsage().arrayBuffers - before < 10_000_000);
  });

  it('expire after the rows of their span, and not before', async () => {
    const [old, recent] = [await put('a', 'x'), await put('a', 'x', START + DAY_MS)];
    const left = async () => [await objects.head(old), await objects.head(recent)].map((found) => found !== undefined);
    await deleteExpiredAgentContent(objects, START + 31 * DAY_MS, signal);
    assert.deepEqual(await left(), [true, true]);
    await deleteExpiredAgentContent(objects, START + 32 * DAY_MS, signal);
    assert.deepEqual(await left(), [false, true]);
  });
});
