import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limitDeliveries, type HeldDelivery } from './delivery-limits.js';
import { channelPolicy, contactPolicy } from './delivery-policies.js';

const NOW = Date.parse('2026-05-06T12:00:00Z');
const MINUTE = 60_000;
const ago = (...minutes: readonly number[]): number[] => minutes.map((each) => NOW - each * MINUTE);

let position = 0n;
const page = (more: Partial<HeldDelivery> = {}): HeldDelivery => {
  position += 1n;
  const subject = `incident/${position}`;
  return {
    id: `d${position}`,
    channelId: 'c',
    subject,
    urgency: 0,
    isFirst: true,
    isClosing: false,
    position,
    ...more,
  };
};
const repeat = (more: Partial<HeldDelivery> = {}): HeldDelivery => page({ isFirst: false, ...more });
const limitPages = (
  type: string,
  held: readonly HeldDelivery[],
  own: readonly number[],
  group: readonly number[] = [],
) => limitDeliveries(contactPolicy(type), held, { own: latestFirst(own), group: latestFirst(group) }, NOW);
const latestFirst = (times: readonly number[]): number[] => times.toSorted((a, b) => b - a);
const limitChannel = (type: string, held: readonly HeldDelivery[], own: readonly number[] = []) =>
  limitDeliveries(channelPolicy(type), held, { own, group: [] }, NOW);
const wait = (type: string, held: readonly HeldDelivery[], sent: readonly number[]): number | undefined => {
  const { waitUntilMs } = limitPages(type, held, sent);
  return waitUntilMs === undefined ? undefined : (waitUntilMs - NOW) / MINUTE;
};

describe('the limits of deliveries', () => {
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
    const limited = (held: readonly HeldDelivery[], others: readonly number[]) => {
      const { admitted, waitUntilMs } = limitPages('email', held, [], others);
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
    const { admitted } = limitPages('phone', [repeat(), first], ago(1.5, 4, 6));
    assert.deepEqual(admitted, [{ id: first.id, jumps: true, carries: [] }]);
    assert.equal(wait('phone', [page({ urgency: 1 })], ago(1.5, 4, 6)), 9);
  });

  it('folds more than three waiting pages into one', () => {
    const held = [repeat(), repeat({ urgency: 1 }), page(), page()];
    const { admitted, waitUntilMs } = limitPages('sms', held, ago(0.5));
    const [rest, info, first, second] = held.map(({ id }) => id);
    assert.deepEqual(admitted, [{ id: first, jumps: true, carries: [second, rest, info] }]);
    assert.equal(waitUntilMs, undefined);
  });

  it('sends at most three first pages within a minute, and the rest of a storm as one', () => {
    const three = limitPages('sms', [page(), page(), page()], []);
    assert.equal(three.admitted.length, 3);
    assert.equal(wait('sms', [page()], ago(0.2, 0.2, 0.2)), 0.8);
    const storm = limitPages('sms', [page(), page(), page(), page()], ago(1, 1, 1));
    assert.deepEqual(
      storm.admitted.map(({ carries }) => carries.length),
      [3],
    );
  });

  it('keeps the order of pages about one subject', () => {
    const info = repeat({ subject: 'incident/a', urgency: 2 });
    const critical = repeat({ subject: 'incident/a' });
    assert.deepEqual(
      limitPages('email', [info, critical], []).admitted.map(({ id }) => id),
      [info.id],
    );
  });

  it('bundles a burst to a channel after as many messages as its limits let go, the most urgent first', () => {
    for (const [type, others, critical] of [
      ['email', 10, 20],
      ['slack', 10, 20],
      ['webhook', 120, 240],
      ['pagerduty', 120, 240],
      ['sms', 2, 5],
      ['phone', 1, 3],
    ] as const) {
      const warnings = Array.from({ length: 500 }, () => page({ urgency: 1 }));
      const { admitted, waitUntilMs } = limitChannel(type, warnings);
      assert.deepEqual(
        [admitted.length, admitted.at(-1)?.carries.length, waitUntilMs],
        [others, 500 - others, undefined],
      );
      const urgent = Array.from({ length: critical - others }, () => page());
      const sent = Array.from({ length: others }, () => NOW);
      const both = limitChannel(type, [...warnings, ...urgent], sent);
      assert.deepEqual(
        both.admitted.map(({ id }) => id),
        urgent.map(({ id }) => id),
        `critical deliveries to ${type} find room after a burst of warnings`,
      );
    }
  });

  it('sends a few deliveries that exceed the limits of a channel later, without a bundle', () => {
    const held = Array.from({ length: 13 }, () => page({ urgency: 2 }));
    const { admitted, waitUntilMs } = limitChannel('email', held);
    assert.deepEqual([admitted.length, admitted.flatMap(({ carries }) => carries)], [10, []]);
    assert.equal(waitUntilMs, NOW + MINUTE);
  });

  it('never bundles what closes a subject that the receiver knows, unless more about it follows', () => {
    const warnings = Array.from({ length: 30 }, () => page({ urgency: 1 }));
    const known = { isFirst: false, urgency: 2, isClosing: true };
    const [earlier, last, other] = [
      page({ ...known, subject: 'incident/a' }),
      page({ ...known, subject: 'incident/a' }),
      page({ ...known, subject: 'incident/b' }),
    ];
    const unknown = page({ urgency: 2, isClosing: true });
    const sent = Array.from({ length: 9 }, () => NOW);
    const { admitted } = limitChannel('email', [...warnings, earlier, last, other, unknown], sent);
    assert.deepEqual(admitted, [{ id: other.id, jumps: false, carries: [] }]);
    const next = limitChannel('email', [...warnings, earlier, last, unknown], sent);
    assert.equal(next.admitted.length, 1);
    const [carrier] = next.admitted;
    assert.ok(carrier);
    assert.deepEqual(
      [earlier, unknown, last].map(({ id }) => carrier.carries.includes(id)),
      [true, true, false],
    );
    const closed = page({ urgency: 2, isClosing: true, subject: warnings[0]?.subject ?? '' });
    const begun = limitChannel('email', [...warnings, closed]);
    assert.equal(begun.admitted[0]?.id, warnings[0]?.id);
    assert.ok(!begun.admitted.some(({ carries }) => carries.includes(closed.id)), 'its alert was sent separately');
  });

  it('bundles deliveries to one host by channel, because their readers differ', () => {
    const held = ['a', 'b'].flatMap((channelId) => Array.from({ length: 100 }, () => page({ channelId, urgency: 1 })));
    const { admitted, waitUntilMs } = limitChannel('webhook', held);
    const channels = new Map(held.map(({ id, channelId }) => [id, channelId]));
    assert.equal(
      admitted.reduce((sum, { carries }) => sum + 1 + carries.length, 0),
      200,
    );
    for (const { id, carries } of admitted) assert.ok(carries.every((each) => channels.get(each) === channels.get(id)));
    assert.equal(waitUntilMs, undefined);
  });

  it('limits all channels of a project together', () => {
    const group = Array.from({ length: 300 }, () => NOW);
    const limit = (urgency: number) =>
      limitDeliveries(channelPolicy('webhook'), [page({ urgency })], { own: [], group }, NOW).admitted.length;
    assert.deepEqual([limit(0), limit(1)], [1, 0]);
  });

  it('loses no page: each is sent, carried or waits for a later time', () => {
    const arbitrary = fc.record({
      subject: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      urgency: fc.integer({ min: 0, max: 2 }),
      isFirst: fc.boolean(),
      isClosing: fc.boolean(),
      channelId: fc.constantFrom('c', 'd'),
    });
    const sent = fc.array(
      fc.integer({ min: 0, max: 180 * MINUTE }).map((ms) => NOW - ms),
      { maxLength: 21 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...['email', 'sms', 'phone'].flatMap((type) => [contactPolicy(type), channelPolicy(type)])),
        fc.array(arbitrary, { maxLength: 40 }),
        sent,
        (policy, all, sentMs) => {
          const held = all.map((each) => page(each));
          const { admitted, waitUntilMs } = limitDeliveries(policy, held, { own: latestFirst(sentMs), group: [] }, NOW);
          const settled = admitted.flatMap(({ id, carries }) => [id, ...carries]);
          assert.equal(new Set(settled).size, settled.length);
          assert.equal(waitUntilMs !== undefined, settled.length < held.length);
          if (waitUntilMs !== undefined) assert.ok(waitUntilMs > NOW && waitUntilMs <= NOW + 180 * MINUTE);
        },
      ),
    );
  });
});
