import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { blockKey, sessionFolder } from './block.js';
import { chunkHeaders, decodeChunk, encodeChunk, readChunkHeaders, type ChunkRecord } from './record.js';

const CHUNK: ChunkRecord = {
  place: { sessionId: 'sitzung-ä', windowId: 'w/1', seq: 7 },
  distinctId: 'ada',
  sentAtMs: 1_000,
  sdk: 'rrweb 2.1.6',
  release: '',
  environment: '',
  description: {
    events: 1,
    firstMs: 1.5,
    lastMs: 2,
    snapshots: [],
    urls: [],
    clicks: 0,
    inputs: 0,
    consoleErrors: 0,
    networkErrors: 0,
    activity: [],
    masked: { text: 1 },
  },
  bytes: 12,
  projectNumber: 3,
  retentionDays: 30,
  startedAtMs: Date.parse('2026-03-01T10:00:00Z'),
  receivedAtMs: 5,
  clockShiftMs: 0,
  objectKey: 'replay/3/x',
  block: randomBytes(40),
};

describe('a chunk in the event log', () => {
  it('is read as it was written, with its block byte for byte', () => {
    const { block, ...description } = decodeChunk(encodeChunk(CHUNK));
    assert.deepEqual({ ...description, block: Buffer.from(block) }, { ...CHUNK, block: Buffer.from(CHUNK.block) });
  });

  it('has headers that are read without it, and those of another version are refused', () => {
    const envelope = { projectNumber: 3, receivedAtMs: 5, hash: 'abc', bytes: 100 };
    assert.deepEqual(readChunkHeaders(chunkHeaders(envelope)), envelope);
    assert.throws(() => readChunkHeaders({ ...chunkHeaders(envelope), v: '2' }), /unknown version/);
  });
});

describe('the key of an object of a recording', () => {
  const session = { ...CHUNK, sessionId: CHUNK.place.sessionId };

  it('has the project, the day after the rows expire, and nothing that the sender chose', () => {
    assert.match(sessionFolder(session), /^replay\/3\/2026-04-01\/[0-9a-f]{32}\/$/);
    assert.match(blockKey(session, CHUNK.place, 'h'), /^replay\/3\/2026-04-01\/[0-9a-f]{32}\/[0-9a-f]{32}$/);
  });

  it('differs by session, window, number and content', () => {
    const keys = [
      blockKey(session, CHUNK.place, 'h'),
      blockKey({ ...session, sessionId: 'other' }, CHUNK.place, 'h'),
      blockKey(session, { ...CHUNK.place, windowId: 'w' }, 'h'),
      blockKey(session, { ...CHUNK.place, seq: 8 }, 'h'),
      blockKey(session, CHUNK.place, 'i'),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });
});
