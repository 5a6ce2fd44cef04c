import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedEvent } from '../events/event.js';
import { RAGE_DEFAULTS } from '../settings/settings.js';
import {
  adds,
  click,
  custom,
  element,
  full,
  incremental,
  interaction,
  meta,
  movement,
  mutation,
  plugin,
  text,
} from './recording.fixture.js';
import { findSignals, type SignalKind } from './signals.js';

const URL = 'https://shop.example/cart?t=[REDACTED]';
const ID = {
  body: 2,
  buy: 3,
  icon: 5,
  next: 6,
  field: 8,
  text: 9,
  link: 11,
  download: 13,
  toggle: 14,
  other: 15,
} as const;
const body = element(
  ID.body,
  'body',
  {},
  element(ID.buy, 'button', { id: 'buy' }, text(4, 'Mail [REDACTED]'), element(ID.icon, 'i')),
  element(ID.next, 'button', {}, text(7, 'Next')),
  element(ID.field, 'input', { type: 'text' }),
  element(ID.text, 'p', {}, text(10, 'Text')),
  element(ID.link, 'a', { href: '/a' }, text(12, 'Home')),
  element(ID.download, 'a', { href: '/a.pdf', download: '' }),
  element(ID.toggle, 'input', { type: 'checkbox' }),
  element(ID.other, 'button', {}, text(16, 'Save')),
);
const page = [meta(0, URL), full(0, body)];
/** When the cases click, and when their recordings end: long after everything. */
const AT = 10_000;
const END = 60_000;

/** The signals of a page on which these events happen. */
const signalsOf = (...events: readonly RecordedEvent[]) => findSignals([...page, ...events, movement(END)]);

const timesOf = (kind: SignalKind, signals: ReturnType<typeof findSignals>) =>
  signals.filter((signal) => signal.kind === kind).map(({ atMs }) => atMs);

/** Clicks that follow each other, with a number of milliseconds between two. */
const burst = (count: number, gapMs: number, id: number = ID.text, at = AT) =>
  Array.from({ length: count }, (_, nth) => click(at + nth * gapMs, id));

describe('findSignals', () => {
  describe('of rage clicks', () => {
    const isRage = (...events: readonly RecordedEvent[]) => timesOf('rage_click', signalsOf(...events)).length === 1;
    const at = (...places: readonly (readonly [x: number, y: number])[]) =>
      places.map(([x, y], nth) => click(AT + nth * 100, ID.text, x, y));

    it.each([
      ['four clicks', burst(4, 200), true],
      ['three clicks, as those that select a paragraph', burst(3, 200), false],
      ['clicks a second apart', burst(4, 1_000), true],
      ['clicks more than a second apart', burst(4, 1_000.5), false],
      ['a pause among the clicks', [...burst(2, 200), ...burst(2, 200, ID.text, AT + 5_000)], false],
      ['clicks 30 pixels apart', at([0, 0], [30, 0], [30, 30], [30, 0]), true],
      ['clicks 31 pixels apart', at([0, 0], [31, 0], [0, 0], [31, 0]), false],
      ['clicks 30 pixels apart in a slanted line', at([0, 0], [18, 24], [0, 0], [18, 24]), true],
      ['clicks further apart in a slanted line', at([0, 0], [25, 25], [0, 0], [25, 25]), false],
      ['clicks on an element and on what is in it', [2, 5, 3, 5].map((id, nth) => click(AT + nth * 100, id)), true],
      ['clicks on neighbours', [9, 11, 9, 11].map((id, nth) => click(AT + nth * 100, id)), false],
      ['clicks in a field', burst(6, 100, ID.field), false],
      ['clicks on a label and its field', [2, 8, 2, 8].map((id, nth) => click(AT + nth * 100, id)), false],
      ['clicks on a stepper', burst(6, 100, ID.next), false],
      ['clicks on a toggle', burst(6, 100, ID.toggle), false],
      ['clicks on what is not known', burst(6, 100, 999), false],
      ['the selection of a text', [...burst(4, 100), incremental(AT + 150, 14, { ranges: [] })], false],
      ['a selection at the last click', [...burst(4, 100), incremental(AT + 300, 14)], false],
      ['a selection before', [incremental(AT - 1, 14), ...burst(4, 100)], true],
      ['a selection after', [...burst(4, 100), incremental(AT + 301, 14)], true],
      ['clicks to which the page reacts', [...burst(4, 100), mutation(AT + 50)], true],
      [
        'taps, which are a touch, its end and a click',
        [0, 100].flatMap((ms) => [7, 9, 2].map((kind) => interaction(AT + ms, kind, ID.text))),
        false,
      ],
      [
        'double clicks, which are two clicks and one more event',
        [0, 100].map((ms) => interaction(AT + ms, 4, ID.text)),
        false,
      ],
      [
        'clicks on two pages',
        [...burst(2, 100), meta(AT + 150), full(AT + 160, body), ...burst(2, 100, ID.text, AT + 200)],
        false,
      ],
    ] satisfies [string, RecordedEvent[], boolean][])('judges %s', (_, events, expected) => {
      assert.equal(isRage(...events), expected);
    });

    it('finds one for each burst, with its count', () => {
      const signals = signalsOf(...burst(7, 100), ...burst(4, 100, ID.text, AT + 20_000));
      assert.deepEqual(
        signals.map(({ kind, atMs, clicks }) => [kind, atMs, clicks]),
        [
          ['rage_click', AT, 7],
          ['rage_click', AT + 20_000, 4],
        ],
      );
    });

    it('ends with the last click of its burst', () => {
      assert.deepEqual(
        signalsOf(...burst(5, 100)).map(({ atMs, untilMs }) => [atMs, untilMs]),
        [[AT, AT + 400]],
      );
    });

    it('keeps little of an address, however long it is', () => {
      const long = meta(AT - 1, `https://shop.example/${'a'.repeat(1_000_000)}`);
      const [signal] = signalsOf(long, full(AT - 1, body), ...burst(5, 100));
      assert.equal(signal?.url.length, 2_048);
    });

    it('says what was clicked, where and why, with texts as they are stored', () => {
      const [signal] = signalsOf(...burst(5, 100, ID.icon), mutation(AT));
      assert.deepEqual(signal, {
        kind: 'rage_click',
        atMs: AT,
        untilMs: AT + 400,
        clicks: 5,
        selector: 'button#buy',
        text: 'Mail [REDACTED]',
        url: URL,
        reason: '5 clicks at one place, each at most 1000 ms after the one before and 30 pixels from it; 4 are enough',
      });
    });

    it('follows the settings', () => {
      const events = [...page, ...burst(3, 400), movement(END)];
      const find = (settings: object) => findSignals(events, [], { ...RAGE_DEFAULTS, ...settings }).length;
      assert.deepEqual([find({}), find({ clicks: 3 }), find({ clicks: 3, gapMs: 399 })], [0, 1, 0]);
      const apart = [...page, click(AT, 9, 0), click(AT + 1, 9, 50), click(AT + 2, 9, 0), click(AT + 3, 9, 50)];
      assert.equal(findSignals(apart, [], { ...RAGE_DEFAULTS, px: 50 }).length, 1);
    });
  });

  describe('of dead clicks', () => {
    const isDead = (...events: readonly RecordedEvent[]) =>
      timesOf('dead_click', signalsOf(click(AT, ID.buy), ...events)).length === 1;

    it('finds a button that does nothing', () => {
      assert.deepEqual(signalsOf(click(AT, ID.icon)), [
        {
          kind: 'dead_click',
          atMs: AT,
          untilMs: AT,
          clicks: 1,
          selector: 'button#buy',
          text: 'Mail [REDACTED]',
          url: URL,
          reason: 'nothing happened for 3 seconds',
        },
      ]);
    });

    it.each([
      ['a link', ID.link, true],
      ['a stepper', ID.next, true],
      ['a toggle', ID.toggle, true],
      ['a text', ID.text, false],
      ['a field', ID.field, false],
      ['the page', ID.body, false],
      ['a download', ID.download, false],
      ['what is not known', 999, false],
    ])('judges one on %s', (_, id, expected) => {
      assert.equal(timesOf('dead_click', signalsOf(click(AT, id))).length === 1, expected);
    });

    it.each([0, 3, 4, 5, 7, 8, 9, 13, 14, 15])('takes an event of the source %d as a reaction in time', (source) => {
      for (const [offset, expected] of [
        [-301, true],
        [-300, false],
        [0, false],
        [3_000, false],
        [3_001, true],
      ] as const)
        assert.equal(isDead(incremental(AT + offset, source)), expected, `${offset} ms`);
    });

    it.each([1, 2, 6, 10, 12, 99])('does not take an event of the source %d as one', (source) => {
      assert.equal(isDead(incremental(AT + 100, source)), true);
    });

    it.each([
      ['another page', [meta(AT + 100)], false],
      ['another page, whose recording begins late', [meta(AT + 8_000)], false],
      ['a page that is recorded on, and then another', [movement(AT + 3_000), meta(AT + 8_000)], true],
      ['a request', [plugin(AT + 100, 'rrweb/network@1', { requests: [{}] })], false],
      [
        'a request that takes longer',
        [plugin(AT + 9_000, 'rrweb/network@1', { requests: [{ duration: 8_990 }] })],
        false,
      ],
      ['a later request', [plugin(AT + 9_000, 'rrweb/network@1', { requests: [{ duration: 100 }] })], true],
      ['no request', [plugin(AT + 100, 'rrweb/network@1', { requests: [] })], true],
      ['a line in the console', [plugin(AT + 100, 'rrweb/console@1', { level: 'log' })], true],
      ['a menu that opens before the click', [interaction(AT - 90, 1, ID.buy), mutation(AT - 80)], false],
      [
        'the focus that the click itself moves',
        [interaction(AT - 90, 1, ID.buy), interaction(AT - 89, 5, ID.buy)],
        true,
      ],
      ['the focus that the page moves', [interaction(AT + 10, 5, ID.field)], false],
      ['the focus that another window or a dialog takes', [interaction(AT + 10, 6, ID.buy)], false],
      [
        'the focus that the next click moves',
        [interaction(AT + 900, 1, ID.text), interaction(AT + 901, 6, ID.buy)],
        true,
      ],
      ['a click of the page on a download', [click(AT + 1, ID.download, 0, 0)], false],
      [
        'a click of the person on a download',
        [interaction(AT + 900, 1, ID.download), click(AT + 901, ID.download, 0, 0)],
        true,
      ],
      ['a hidden window', [custom(AT + 2_999, 'window hidden')], false],
      ['a hidden window of another recorder', [custom(AT + 100, 'visibilitychange', { state: 'hidden' })], false],
      ['a window that is hidden later', [custom(AT + 3_000, 'window hidden')], true],
      ['a window that becomes visible', [custom(AT + 100, 'visibilitychange', { state: 'visible' })], true],
      ['an event of the page itself', [custom(AT + 100, 'experiment', 'hidden')], true],
    ] satisfies [string, RecordedEvent[], boolean][])('judges one before %s', (_, events, expected) => {
      assert.equal(isDead(...events), expected);
    });

    it('does not know what happened after the recording', () => {
      const until = (endMs: number) => findSignals([...page, click(AT, ID.buy), movement(endMs)]).length;
      assert.deepEqual([until(AT), until(AT + 2_999), until(AT + 3_000)], [0, 0, 1]);
      assert.equal(findSignals([...page, click(AT, ID.buy)]).length, 0);
    });

    it('does not know what happened in a missing chunk', () => {
      const events = [...page, click(AT, ID.buy), movement(END)];
      const find = (gap: number) => findSignals(events, [], RAGE_DEFAULTS, [gap]).length;
      assert.deepEqual([find(AT - 1), find(AT), find(AT + 2_999), find(AT + 3_000)], [1, 0, 0, 1]);
    });

    it('counts repeated clicks once, and clicks after a second or on something else again', () => {
      const repeated = signalsOf(
        ...[0, 1_000, 2_000, 3_001].map((ms) => click(AT + ms, ID.buy)),
        click(AT + 3_050, ID.other),
      );
      assert.deepEqual(timesOf('dead_click', repeated), [AT, AT + 3_001, AT + 3_050]);
    });

    it('finds both in a burst on a button that does nothing', () => {
      assert.deepEqual(
        signalsOf(...burst(6, 100, ID.buy)).map(({ kind, clicks }) => [kind, clicks]),
        [
          ['rage_click', 6],
          ['dead_click', 1],
        ],
      );
    });
  });

  describe('of error clicks', () => {
    const consoleError = (ms: number) => plugin(ms, 'rrweb/console@1', { level: 'error', payload: [], trace: [] });
    const answer = (ms: number, request: Record<string, number>) =>
      plugin(ms, 'rrweb/network@1', { requests: [{}, request] });
    const reasonsOf = (events: readonly RecordedEvent[], errors: readonly number[] = []) =>
      findSignals([...page, click(AT, ID.text), ...events], errors).map(({ kind, reason }) => `${kind}: ${reason}`);

    it.each([
      ['an error in the console', [consoleError(AT + 120.4)], 'the console had an error, 120 ms later'],
      ['one at the same time', [consoleError(AT)], 'the console had an error, 0 ms later'],
      ['one after two seconds', [consoleError(AT + 2_000)], 'the console had an error, 2000 ms later'],
      ['a request that failed', [answer(AT + 5, { status: 503 })], 'a request was answered with 503, 5 ms later'],
      [
        'one as PostHog names it',
        [answer(AT + 5, { responseStatus: 500 })],
        'a request was answered with 500, 5 ms later',
      ],
      [
        'several errors, of which the first counts',
        [consoleError(AT + 9), answer(AT + 5, { status: 500 })],
        'a request was answered with 500, 5 ms later',
      ],
    ] satisfies [string, RecordedEvent[], string][])('finds %s', (_, events, reason) => {
      assert.deepEqual(reasonsOf(events), [`error_click: ${reason}`]);
    });

    it.each([
      ['an error more than two seconds later', [consoleError(AT + 2_001)]],
      ['an error before', [consoleError(AT - 1)]],
      ['a warning', [plugin(AT + 5, 'rrweb/console@1', { level: 'warn' })]],
      ['a request that a server refused', [answer(AT + 5, { status: 499 })]],
    ] satisfies [string, RecordedEvent[]][])('does not find %s', (_, events) =>
      assert.deepEqual(reasonsOf(events), []),
    );

    it('finds errors that were reported for the session, in any order', () => {
      assert.deepEqual(reasonsOf([], [AT + 2_001, AT + 30, AT + 20, AT - 1]), [
        'error_click: an error was reported, 20 ms later',
      ]);
    });

    it('gives an error to the last click before it', () => {
      const events = [...page, click(AT, ID.text), click(AT + 500, ID.body), click(AT + 1_000, ID.text)];
      assert.deepEqual(timesOf('error_click', findSignals(events, [AT + 999])), [AT + 500]);
    });

    it('finds one on a page that is not known', () => {
      const [signal] = findSignals([click(AT, 7)], [AT + 1]);
      assert.deepEqual([signal?.kind, signal?.selector, signal?.text, signal?.url], ['error_click', '', '', '']);
    });
  });

  it('knows the page at the moment of the click, and not what it becomes', () => {
    const renamed = mutation(AT + 9_000, { texts: [{ id: 16, value: 'Saved' }] });
    const moved = adds(AT + 9_000, { parentId: ID.field, nextId: null, node: element(ID.other, 'p') });
    assert.equal(signalsOf(click(AT, ID.other), renamed, moved)[0]?.text, 'Save');
    assert.equal(signalsOf(renamed, click(AT + 20_000, ID.other))[0]?.text, 'Saved');
  });

  it('finds nothing in no events', () => assert.deepEqual(findSignals([], [1]), []));

  it.each([
    [
      'no data',
      [
        { type: 3, timestamp: AT },
        { type: 4, timestamp: AT },
        { type: 6, timestamp: AT },
      ],
    ],
    ['empty data', [3, 4, 5, 6].map((type) => ({ type, timestamp: AT, data: null }))],
    ['a click without a place', [incremental(AT, 2, { type: 2 })]],
    ['a click on a place that is none', [incremental(AT, 2, { type: 2, id: 'x', x: {}, y: null })]],
    ['an address that is none', [{ type: 4, timestamp: AT, data: { href: 3 } }]],
    [
      'requests that are none',
      [plugin(AT, 'rrweb/network@1', { requests: [null, 'x', { status: 'x', duration: {} }] })],
    ],
    ['unknown types', [{ type: 99, timestamp: AT, data: { source: 0 } }]],
  ] satisfies [string, RecordedEvent[]][])('survives %s', (_, events) => {
    for (const signal of signalsOf(...events, ...events)) assert.fail(signal.reason);
  });

  describe('of any events', () => {
    const ids = fc.constantFrom<number>(...Object.values(ID), 999);
    const action = fc.oneof(
      { weight: 6, arbitrary: ids.map((id) => (atMs: number) => click(atMs, id)) },
      fc.constantFrom<(atMs: number) => RecordedEvent>(
        (atMs) => mutation(atMs),
        (atMs) => movement(atMs),
        (atMs) => incremental(atMs, 14),
        (atMs) => meta(atMs),
        (atMs) => interaction(atMs, 1, ID.buy),
        (atMs) => interaction(atMs, 6, ID.buy),
        (atMs) => custom(atMs, 'window hidden'),
        (atMs) => plugin(atMs, 'rrweb/console@1', { level: 'error' }),
        (atMs) => plugin(atMs, 'rrweb/network@1', { requests: [{ status: 500, duration: 700 }] }),
      ),
    );
    const course = fc
      .array(fc.tuple(fc.constantFrom(1, 100, 900, 1_500, 4_000), action), { maxLength: 60 })
      .map((steps) => {
        let atMs = AT;
        return [...page, ...steps.map(([gap, make]) => make((atMs += gap)))];
      });

    it('is the same however the events are cut into chunks, and in whatever order these arrive', () => {
      fc.assert(
        fc.property(course, fc.integer({ min: 1, max: 20 }), (events, size) => {
          const chunks: RecordedEvent[][] = [];
          for (let first = 0; first < events.length; first += size)
            chunks.push(JSON.parse(JSON.stringify(events.slice(first, first + size))) as RecordedEvent[]);
          assert.deepEqual(findSignals(chunks.flat()), findSignals(events));
          // The first two events have the same time, so that their order matters.
          if (size > 1) assert.deepEqual(findSignals(chunks.toReversed().flat()), findSignals(events));
        }),
      );
    });

    it('moves with the times, and does not depend on them otherwise', () => {
      const shifts = fc.integer({ min: -AT, max: 4_000_000_000_000 });
      fc.assert(
        fc.property(course, fc.array(fc.nat(100_000)), shifts, (events, errors, shift) => {
          const moved = events.map((event) => ({ ...event, timestamp: event.timestamp + shift }));
          assert.deepEqual(
            findSignals(
              moved,
              errors.map((atMs) => atMs + shift),
            ),
            findSignals(events, errors).map((signal) => ({
              ...signal,
              atMs: signal.atMs + shift,
              untilMs: signal.untilMs + shift,
            })),
          );
        }),
      );
    });

    it('does not change the events, and returns the signals in the order of time', () => {
      fc.assert(
        fc.property(course, (events) => {
          const before = structuredClone(events);
          const times = findSignals(events).map(({ atMs }) => atMs);
          assert.deepEqual(events, before);
          assert.deepEqual(
            times,
            times.toSorted((a, b) => a - b),
          );
        }),
      );
    });
  });

  it('takes time in proportion to a long window', () => {
    const events: RecordedEvent[] = [...page];
    const errors: number[] = [];
    // Every 25th event is a click; the others are movements, and later reactions.
    for (let nth = 0; nth < 500_000; nth++) {
      const atMs = AT + nth * 200;
      events.push(nth % 25 === 0 ? click(atMs, ID.buy) : nth < 250_000 ? movement(atMs) : mutation(atMs));
      if (nth % 50 === 0) errors.push(atMs + 1);
    }
    const signals = findSignals(events, errors);
    assert.equal(timesOf('dead_click', signals).length, 10_000);
    assert.equal(timesOf('error_click', signals).length, 10_000);
  });
});
