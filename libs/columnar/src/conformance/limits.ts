import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ERROR_CODES, ServiceError } from '@svc/service-error';
import type { StatementLimits } from '../port.js';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';

export function limits(store: Subject): void {
  const tooExpensive: Readonly<Record<string, readonly [sql: string, limits: Partial<StatementLimits>]>> = {
    'more rows than it may read': ['SELECT sum(number) FROM numbers(1000000)', { maxRowsToRead: 1_000 }],
    'more rows than it may return': ['SELECT number FROM numbers(1000)', { maxResultRows: 100 }],
    'more memory than allowed': [
      'SELECT uniqExact(number, toString(number)) FROM numbers(5000000)',
      { maxMemoryBytes: 20_000_000 },
    ],
    'more time than allowed': [
      'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))',
      { timeoutMs: 300, maxRowsToRead: 10 ** 15 },
    ],
  };

  describe('limits', () => {
    for (const [what, [sql, bounds]] of Object.entries(tooExpensive)) {
      it(`refuses a statement that needs ${what}`, async () => {
        await assert.rejects(store().query({ sql, limits: { ...GENEROUS, ...bounds } }), {
          code: 'query_too_expensive',
        });
      });
    }

    it('applies limits to one statement only', async () => {
      const sql = 'SELECT sum(number) AS total FROM numbers(1000000)';
      for (let round = 0; round < 5; round += 1) {
        await assert.rejects(store().query({ sql, limits: { ...GENEROUS, maxRowsToRead: 10 } }));
        assert.deepEqual(await store().query({ sql, limits: GENEROUS }), [{ total: '499999500000' }]);
      }
    });

    it('takes limits from the statement', async () => {
      const sql =
        "SELECT toUInt32(getSetting('max_rows_to_read')) AS rows, toUInt8(getSetting('readonly')) AS readonly";
      const mine = await Promise.all(
        [11, 22, 33].map((maxRowsToRead) => store().query({ sql, limits: { ...GENEROUS, maxRowsToRead } })),
      );
      assert.deepEqual(
        mine.flat(),
        [11, 22, 33].map((rows) => ({ rows, readonly: 1 })),
      );
    });

    it('does not reveal the statement or its values in errors', async () => {
      const secret = 'secret-value';
      const failing = [
        { sql: 'SELECT missing_column FROM numbers(1)', parameters: { secret } },
        { sql: 'SELECT throwIf(1, {secret:String})', parameters: { secret } },
        { sql: 'SELECT toUInt8({secret:String})', parameters: { secret } },
        { sql: 'SELECT {secret:UInt8}', parameters: { secret } },
        { sql: 'SELEC {secret:String}', parameters: { secret } },
      ];
      for (const statement of failing) {
        const error: unknown = await store()
          .query({ ...statement, limits: GENEROUS })
          .then(
            () => undefined,
            (reason: unknown) => reason,
          );
        assert.ok(error instanceof ServiceError);
        assert.equal(error.message, ERROR_CODES[error.code].message);
        assert.doesNotMatch(inspect(error, { depth: 5 }), /secret-value|missing_column|SELEC/);
      }
    });
  });
}
