import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limitPages, type HeldPage } from './page-limits.js';

const NOW = Date.parse('2026-05-06T12:00:00Z');
const MINUTE = 60_000;
const ago = (...minutes: readonly number[]): number[] => minutes.map((each) => NOW - each * MINUTE);

let position = 0n;
const page = (more: Partial<HeldPage> = {}): HeldPage => {
  position += 1n;
  return { id: `d${position}`, subject: `incident/${position}`, urgency: 0, isFirst: true, position, ...more };
};
const repeat = (more: Partial<HeldPage> = {}): HeldPage => page({ isFirst: false, ...more });
const wait = (type: string, held: readonly HeldPage[], sent: readonly number[]): number | undefined => {
  const { waitUntilMs } = limitPages(type, held, sent, NOW);
  return waitUntilMs === undefined ? undefined : (waitUntilMs - NOW) / MINUTE;
};

describe('the limits of pages', () => {
  it('sends one page a minute, and information every three minutes', () => {
    assert.equal(wait('email', [repeat()], ago(1)), undefined);
    assert.equal(wait('email', [repeat()], ago(0.5)), 0.5);
    assert.equal(wait('email', [repeat({ urgency: 2 })], ago(1)), 2);
  });

  it('limits calls and text messages within a quarter of an hour, an hour and three hours', () => {
    assert.equal(wait('phone', [repeat()], ago(2, 4, 6)), 9);
    assert.equal(wait('phone', [repeat()], ago(16, 18, 20, 30, 40, 45, 50)), 10);
    assert.equal(wait('sms', [repeat()], ago(2, 4, 6, 8)), undefined);
    assert.equal(wait('sms', [repeat()], ago(2, 4, 6, 8, 10)), 5);
  });

  it('sends five pages of a type in five seconds to all users together, but never delays the first critical page', () => {
    const ofType = [1, 1, 2, 3, 4].map((seconds) => NOW - seconds * 1_000);
    const limited = (held: readonly HeldPage[], others: readonly number[]) => {
      const { admitted, waitUntilMs } = limitPages('email', held, [], NOW, others);
      return [admitted.length, waitUntilMs === undefined ? undefined : waitUntilMs - NOW];
    };
    assert.deepEqual(limited([repeat()], ofType), [0, 1_000]);
    assert.deepEqual(limited([repeat()], ofType.slice(0, 4)), [1, undefined]);
    assert.deepEqual(limited([page()], ofType), [1, undefined]);
    assert.deepEqual(limited([page({ urgency: 1 })], ofType), [0, 1_000]);
    assert.deepEqual(limited([page(), repeat()], ofType.slice(0, 4)), [1, MINUTE], 'the first one counts');
  });

  it('never delays the first critical page of a subject for a rate limit, and sends it before the others', () => {
    const first = page();
    const { admitted } = limitPages('phone', [repeat(), first], ago(1.5, 4, 6), NOW);
    assert.deepEqual(admitted, [{ id: first.id, jumps: true, carries: [] }]);
    assert.equal(wait('phone', [page({ urgency: 1 })], ago(1.5, 4, 6)), 9);
  });

  it('folds more than three waiting pages into one', () => {
    const held = [repeat(), repeat({ urgency: 1 }), page(), page()];
    const { admitted, waitUntilMs } = limitPages('sms', held, ago(0.5), NOW);
    const [rest, info, first, second] = held.map(({ id }) => id);
    assert.deepEqual(admitted, [{ id: first, jumps: true, carries: [second, rest, info] }]);
    assert.equal(waitUntilMs, undefined);
  });

  it('sends at most three first pages within a minute, and the rest of a storm as one', () => {
    const three = limitPages('sms', [page(), page(), page()], [], NOW);
    assert.equal(three.admitted.length, 3);
    assert.equal(wait('sms', [page()], ago(0.2, 0.2, 0.2)), 0.8);
    const storm = limitPages('sms', [page(), page(), page(), page()], ago(1, 1, 1), NOW);
    assert.deepEqual(
      storm.admitted.map(({ carries }) => carries.length),
      [3],
    );
  });

  it('keeps the order of pages about one subject', () => {
    const info = repeat({ subject: 'incident/a', urgency: 2 });
    const critical = repeat({ subject: 'incident/a' });
    assert.deepEqual(
      limitPages('email', [info, critical], [], NOW).admitted.map(({ id }) => id),
      [info.id],
    );
  });

  it('loses no page: each is sent, carried or waits for a later time', () => {
    const arbitrary = fc.record({
      subject: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      urgency: fc.integer({ min: 0, max: 2 }),
      isFirst: fc.boolean(),
    });
    const sent = fc.array(
      fc.integer({ min: 0, max: 180 * MINUTE }).map((ms) => NOW - ms),
      { maxLength: 21 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom('email', 'sms', 'phone'),
        fc.array(arbitrary, { maxLength: 8 }),
        sent,
        (type, all, sentMs) => {
          const held = all.map((each) => page(each));
          const { admitted, waitUntilMs } = limitPages(type, held, sentMs, NOW);
          const settled = admitted.flatMap(({ id, carries }) => [id, ...carries]);
          assert.equal(new Set(settled).size, settled.length);
          assert.equal(waitUntilMs !== undefined, settled.length < held.length);
          if (waitUntilMs !== undefined) assert.ok(waitUntilMs > NOW && waitUntilMs <= NOW + 180 * MINUTE);
        },
      ),
    );
  });
});
