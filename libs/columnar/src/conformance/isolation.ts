import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rounds } from '@svc/test-servers';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';

const STATEMENTS = rounds(500);
const PARALLEL = 16;

/** Failures that may leave rows on a connection: before, between and after rows, by timeout, limit or abort. */
const FAILURES = [
  'SELECT {token:String} AS token, throwIf(number = 50000) FROM numbers(100000)',
  'SELECT {token:String} AS token FROM no_such_table',
  'SELECT {token:String} AS token, toUInt8(toString(number) || {token:String}) FROM numbers(10)',
  'SELECT {token:String} AS token, sleepEachRow(0.005) FROM numbers(60)',
  'SELECT {token:String} AS token, number FROM numbers(200000) ORDER BY throwIf(number = 199999)',
] as const;

export function isolation(store: Subject): void {
  describe('isolation', () => {
    it(`never returns rows of another statement in ${STATEMENTS} statements of which some fail`, async () => {
      let started = 0;
      const worker = async () => {
        while (started < STATEMENTS) {
          const at = started++;
          const token = randomUUID();
          if (at % 6 === 0) await failOnPurpose(store, at / 6, token);
          else await answerEqualsToken(store, at, token);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      assert.ok(started >= STATEMENTS);
    });
  });
}

async function failOnPurpose(store: Subject, at: number, token: string): Promise<void> {
  const sql = FAILURES[at % FAILURES.length] ?? FAILURES[0];
  const limits = { ...GENEROUS, timeoutMs: 100 };
  const signal = at % 7 === 0 ? AbortSignal.timeout(at % 20) : undefined;
  const statement = { sql, parameters: { token }, limits, ...(signal ? { signal } : {}) };
  await assert.rejects(store().query(statement));
}

async function answerEqualsToken(store: Subject, at: number, token: string): Promise<void> {
  const rows = at % 50 === 1 ? 20_000 : (at % 4) + 1;
  const sql = 'SELECT {token:String} AS token FROM numbers({rows:UInt32})';
  const answer = await store().query<{ token: string }>({ sql, parameters: { token, rows }, limits: GENEROUS });
  assert.equal(answer.length, rows);
  assert.ok(answer.every((row) => row.token === token && Object.keys(row).length === 1));
}
