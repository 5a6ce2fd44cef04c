import assert from 'node:assert/strict';
import fc from 'fast-check';
import { activeMs, activeSpans, joinSpans } from './activity.js';
import type { RecordedEvent } from './event.js';

const event = (timestamp: number, source = 2): RecordedEvent => ({ type: 3, timestamp, data: { source } });

describe('activity', () => {
  it('joins what at most five seconds lie between, and what other windows do at the same time', () => {
    const spans = activeSpans([event(0), event(5_000), event(10_001), event(12_000)]);
    assert.deepEqual(spans, [
      { from: 0, to: 5_000 },
      { from: 10_001, to: 12_000 },
    ]);
    assert.deepEqual(joinSpans([...spans, { from: 4_000, to: 11_000 }]), [{ from: 0, to: 12_000 }]);
    assert.equal(activeMs(spans), 6_999);
  });

  it('counts what persons do, and not what pages do; a single action takes a millisecond', () => {
    assert.deepEqual(activeSpans([0, 8, 9, 13, 15].map((source) => event(1, source))), []);
    assert.deepEqual(activeSpans([{ type: 4, timestamp: 1, data: {} }]), []);
    for (const source of [1, 2, 3, 4, 5, 6, 7, 12]) assert.equal(activeMs(activeSpans([event(1, source)])), 1);
  });

  it('is the same however the events are cut into chunks', () => {
    const times = fc.array(fc.nat(60_000), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 20 }), (all, size) => {
        const events = all.map((time) => event(time));
        const chunks = Array.from({ length: Math.ceil(events.length / size) }, (_, nth) =>
          activeSpans(events.slice(nth * size, (nth + 1) * size)),
        );
        assert.deepEqual(joinSpans(chunks.flat()), activeSpans(events));
      }),
    );
  });

  it('of events in any order, and of spans joined in any order and any number of times, is the same', () => {
    const source = fc.constantFrom(0, 1, 2, 5, 8, 12);
    const timed = fc
      .tuple(fc.double({ min: 0, max: 60_000, noNaN: true }), source)
      .map(([time, number]) => event(time, number));
    fc.assert(
      fc.property(fc.array(timed, { maxLength: 40 }), fc.nat(40), (events, cut) => {
        const spans = activeSpans(events);
        assert.deepEqual(activeSpans(events.toReversed()), spans);
        assert.deepEqual(joinSpans(joinSpans(spans).toReversed()), spans);
        const [first, second] = [activeSpans(events.slice(0, cut)), activeSpans(events.slice(cut))];
        assert.deepEqual(joinSpans([...second, ...first]), spans);
        assert.equal(activeMs([...second, ...first]), activeMs(spans));
      }),
    );
  });

  it('of windows that are open at the same time is not counted twice', () => {
    const span = fc.tuple(fc.nat(60_000), fc.nat(9_000)).map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 20 }), (spans) => {
        assert.equal(activeMs([...spans, ...spans]), activeMs(spans));
        const ends = spans.map(({ to }) => to);
        assert.ok(activeMs(spans) <= Math.max(...ends) - Math.min(...spans.map(({ from }) => from)) + spans.length);
      }),
    );
  });

  it('is none without events, and lasts at least a millisecond for each span', () => {
    assert.deepEqual([activeSpans([]), joinSpans([]), activeMs([])], [[], [], 0]);
    assert.equal(activeMs(activeSpans([event(0.2), event(0.4), event(9_000)])), 2);
  });
});
