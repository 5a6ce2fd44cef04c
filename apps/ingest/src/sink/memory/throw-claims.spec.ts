import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { ErrorRow } from '@svc/otlp';
import { ThrowClaims } from './throw-claims.js';

const SIGNAL = AbortSignal.timeout(60_000);
const NOW_MS = 1_790_000_000_000;
/** Nothing was stored before. */
const EMPTY = { query: () => Promise.resolve([]) } as unknown as ColumnStore;

let records = 0;
function report(own: readonly string[], further: readonly string[] = [], afterMs = 0): ErrorRow {
  const recordId = String(++records).padStart(16, '0');
  const timestampNs = BigInt(NOW_MS + afterMs) * 1_000_000n;
  return { recordId, timestampNs, claims: { own, further } } as unknown as ErrorRow;
}

describe('ThrowClaims', () => {
  let claims: ThrowClaims;
  beforeEach(() => {
    claims = new ThrowClaims(EMPTY);
  });
  const admitted = async (rows: readonly ErrorRow[], by = claims) =>
    (await by.admit(rows, SIGNAL)).map((row) => rows.findIndex(({ recordId }) => recordId === row.recordId));

  it('admits the first report of a throw and every one without anything to recognize it by', async () => {
    assert.deepEqual(
      await admitted([report(['a']), report(['a']), report([]), report([]), report(['b'])]),
      [0, 2, 3, 4],
    );
  });

  it('admits the same reports when a range is processed again, in any order', async () => {
    const [span, log, other] = [report(['a'], ['p']), report(['a']), report(['p'])];
    assert.deepEqual(await admitted([span, log, other]), [0]);
    assert.deepEqual(await admitted([log, span]), [1]);
    assert.deepEqual(await admitted([other]), []);
    assert.deepEqual(await admitted([span, other, log]), [0]);
  });

  it('takes reports a minute apart for two throws', async () => {
    assert.deepEqual(await admitted([report(['a']), report(['a'], [], 59_000), report(['a'], [], 61_000)]), [0, 2]);
  });

  it('hands the claims of a report that is left out on to the one that has a row', async () => {
    const [child, parent] = [report(['c'], ['p']), report(['p'], ['g'])];
    const [row] = await claims.admit([child, parent], SIGNAL);
    assert.deepEqual(row?.claims, { own: ['c'], further: ['p', 'g'] });
    assert.deepEqual(await admitted([report(['g'])]), []);
  });

  it('shares its claims with other processes', async () => {
    const store = new MemoryStore();
    const [one, other] = [new ThrowClaims(EMPTY, store.cache), new ThrowClaims(EMPTY, store.cache)];
    const [span, log, parent] = [report(['a'], ['p']), report(['a']), report(['p'], ['g'])];
    assert.deepEqual(await admitted([span], one), [0]);
    assert.deepEqual(await admitted([log, parent, report(['g'])], other), []);
    assert.deepEqual(
      await admitted([span], new ThrowClaims(EMPTY, store.cache)),
      [0],
      'after it has moved to another process',
    );
    await store.close();
  });

  it('reads the claims of stored rows once, and again if that failed', async () => {
    let reads = 0;
    const query = () => {
      reads++;
      if (reads === 1) return Promise.reject(new Error('unavailable'));
      return Promise.resolve([{ record_id: 'f'.repeat(16), time_ms: String(NOW_MS), claims: ['a'] }]);
    };
    const restarted = new ThrowClaims({ query } as unknown as ColumnStore);
    await assert.rejects(restarted.admit([report(['a'])], SIGNAL));
    assert.deepEqual(await admitted([report(['a']), report(['b'])], restarted), [1]);
    await admitted([report(['c'])], restarted);
    assert.equal(reads, 2);
  });
});
