import assert from 'node:assert/strict';
import { checkClock } from './clock-check.js';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const S = 1_000;

/** The clock of this machine is `ahead` of one that says noon; a request takes `tripMs`. */
const read = (ahead: number, tripMs = 20) =>
  checkClock({
    date: new Date(NOON).toUTCString(),
    sentAt: NOON + ahead - tripMs / 2,
    receivedAt: NOON + ahead + tripMs / 2,
  });

describe('checkClock', () => {
  for (const [ahead, tripMs, status] of [
    [0, 20, 'ok'],
    // The header may be up to a second old.
    [999, 20, 'ok'],
    [-1_900, 20, 'ok'],
    [3 * S, 20, 'ok'],
    [3.1 * S, 20, 'warning'],
    [-2.1 * S, 20, 'warning'],
    // A slow request cannot tell.
    [6 * S, 8 * S, 'ok'],
    [-30 * 60 * S, 20, 'warning'],
    [9 * 60 * S, 20, 'warning'],
    [10 * 60 * S + 1.1 * S, 20, 'failed'],
  ] as const) {
    it(`is ${status} for ${ahead} ms ahead, measured in ${tripMs} ms`, async () => {
      const check = await read(ahead, tripMs);
      assert.equal(check.status, status);
      assert.equal(check.next === undefined, status === 'ok');
      if (status !== 'ok') assert.match(check.message, ahead > 0 ? /ahead of the service/ : /behind the service/);
    });
  }

  for (const date of [null, '', 'noon'])
    it(`is skipped for a service that says ${JSON.stringify(date)}`, async () =>
      assert.equal((await checkClock({ date, sentAt: NOON, receivedAt: NOON })).status, 'skipped'));
});
