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
function report(
  own: readonly string[],
  further: readonly string[] = [],
  afterMs = 0,
  { source = 'span', trace = '' } = {},
): ErrorRow {
  const recordId = String(++records).padStart(16, '0');
  const timestampNs = BigInt(NOW_MS + afterMs) * 1_000_000n;
  return { recordId, timestampNs, source, claims: { own, further, trace } } as unknown as ErrorRow;
}

const IN_TRACE = { trace: 't' };
const onSpan = (span: string, parent: string, afterMs: number) => report([span], [parent], afterMs, IN_TRACE);
const logged = (span: string, afterMs: number) => report([span], [], afterMs, { ...IN_TRACE, source: 'log' });

function permute<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permute(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
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
    assert.deepEqual(row?.claims, { own: ['c'], further: ['p', 'g'], trace: '' });
    assert.deepEqual(await admitted([report(['g'])]), []);
  });

  /** The child reports first, then its log record is written, then the parent reports; they may arrive in any order. */
  const THROWS: readonly (readonly [string, () => readonly ErrorRow[]])[] = [
    ['a log record of the parent', () => [onSpan('c', 'p', 0), logged('p', 3), onSpan('p', 'g', 2)]],
    ['a log record of the child', () => [onSpan('c', 'p', 0), logged('c', 1), onSpan('p', 'g', 2)]],
    ['a log record of the child at the same time', () => [onSpan('c', 'p', 0), logged('c', 0), onSpan('p', 'g', 0)]],
    ['two log records of the child', () => [onSpan('c', 'p', 0), logged('c', 1), logged('c', 1), onSpan('p', 'g', 2)]],
    ['two levels of spans', () => [onSpan('c', 'p', 0), onSpan('p', 'g', 1)]],
  ];
  it.each(THROWS)('counts a throw once with %s, in every order of arrival', async (_, reports) => {
    for (const order of permute(reports())) {
      const one = new ThrowClaims(EMPTY);
      let rows = 0;
      for (const row of order) rows += (await one.admit([row], SIGNAL)).length;
      assert.equal(rows, 1, order.map(({ source, claims: { own } }) => `${source} ${own.join()}`).join(', '));
      for (const row of order) rows += (await one.admit([row], SIGNAL)).length;
      assert.equal(rows, 2, 'the row once more after a replay');
      assert.equal((await new ThrowClaims(EMPTY).admit(order, SIGNAL)).length, 1, 'in one batch');
    }
  });

  it('counts three attempts in three spans as three throws, in every order with a report of the span around', async () => {
    const attempts = [1, 2, 3].map((nth) => onSpan(`c${nth}`, 'p', 10 * nth));
    for (const others of [[onSpan('p', 'g', 31)], [logged('p', 32)], [logged('c3', 31)]])
      for (const order of permute([...attempts, ...others])) {
        const one = new ThrowClaims(EMPTY);
        let rows = 0;
        for (const row of order) rows += (await one.admit([row], SIGNAL)).length;
        assert.equal(rows, 3, order.map(({ source, claims: { own } }) => `${source} ${own.join()}`).join(', '));
        assert.equal((await new ThrowClaims(EMPTY).admit(order, SIGNAL)).length, 3, 'in one batch');
      }
  });

  it('counts attempts that are only logged, and other throws of a service in the trace, apart', async () => {
    assert.deepEqual(await admitted([logged('c1', 0), logged('c2', 5), logged('c3', 9)]), [0, 1, 2]);
    assert.deepEqual(await admitted([onSpan('x', 'p', 0), logged('y', 5)], new ThrowClaims(EMPTY)), [0, 1]);
  });

  it('remembers after a restart on which span a report was', async () => {
    const row = { record_id: 'f'.repeat(16), time_ms: String(NOW_MS), claims: ['p'], own: 1 };
    const inside = { record_id: 'e'.repeat(16), time_ms: String(NOW_MS), claims: ['d', 'q'], own: 1 };
    const query = () => Promise.resolve([row, inside]);
    const restarted = new ThrowClaims({ query } as unknown as ColumnStore);
    assert.deepEqual(await admitted([onSpan('c', 'p', 0), onSpan('e', 'q', 0)], restarted), [1]);
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
      return Promise.resolve([{ record_id: 'f'.repeat(16), time_ms: String(NOW_MS), claims: ['a'], own: 1 }]);
    };
    const restarted = new ThrowClaims({ query } as unknown as ColumnStore);
    await assert.rejects(restarted.admit([report(['a'])], SIGNAL));
    assert.deepEqual(await admitted([report(['a']), report(['b'])], restarted), [1]);
    await admitted([report(['c'])], restarted);
    assert.equal(reads, 2);
  });
});
