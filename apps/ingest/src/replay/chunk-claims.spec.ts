import assert from 'node:assert/strict';
import { MemoryStore, type Cache } from '@svc/cache';
import { MASKED_PLACES, type MaskedCounts } from '@svc/replay';
import { ChunkClaims, claimHash, type ReplayAnswer } from './chunk-claims.js';

describe('the claims of chunks', () => {
  const { cache } = new MemoryStore();
  const claims = new ChunkClaims(cache);
  const hash = claimHash(Buffer.from('a'));
  let seq = 0;
  const place = () => ({ sessionId: 'session', windowId: 'window', seq });
  beforeEach(() => {
    seq++;
  });

  it('tell the first request that it is, and others whose the place is', async () => {
    assert.equal(await claims.find(1, place()), undefined);
    assert.deepEqual(await claims.take(1, place(), hash), { hash, isFirst: true });
    assert.deepEqual(await claims.take(1, place(), claimHash(Buffer.from('b'))), { hash, isFirst: false });
    assert.equal(await claims.find(2, place()), undefined);
  });

  it('give back every answer as it was kept', async () => {
    const all = Object.fromEntries(MASKED_PLACES.map((name, index) => [name, 35 ** index + 1]));
    const counts: MaskedCounts[] = [{}, all, ...MASKED_PLACES.map((name) => ({ [name]: 1 }))];
    const answers = counts.flatMap((masked) =>
      [0, 1, 36, 20_000].flatMap((accepted) => [true, false].map((isNeeded) => ({ accepted, masked, isNeeded }))),
    );
    for (const { accepted, masked, isNeeded } of answers) {
      const answer = { accepted, masked, need_snapshot: isNeeded };
      await claims.answer(1, place(), hash, answer);
      assert.deepEqual(await claims.find(1, place()), { hash, answer });
    }
  });

  it('are short, because each chunk has one for half an hour', async () => {
    const entries: string[] = [];
    const recording: Cache = Object.assign(Object.create(cache) as Cache, {
      set: (key: string, value: string) => Promise.resolve(void entries.push(key + value)),
    });
    const masked = { text: 1_234, input: 12, attribute: 340, url: 210, console: 4, network: 3, removed: 7 };
    const answer: ReplayAnswer = { accepted: 250, masked, need_snapshot: false };
    const long = { sessionId: 's'.repeat(200), windowId: 'w'.repeat(200), seq: 20_000 };
    await new ChunkClaims(recording).answer(4_000_000, long, hash, answer);
    assert.equal(entries.length, 1);
    assert.ok((entries[0]?.length ?? 0) <= 90, entries[0]);
  });
});
