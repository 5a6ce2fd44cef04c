import assert from 'node:assert/strict';
import type { RecordedEvent } from '../contract.js';
import { isActive, isError } from '../events.js';
import { describe as describeValue } from './console.js';
import { countMutations, createMutationLimit } from './mutation-limit.js';
import { withoutQuery } from './network.js';
import { createRate } from './rate.js';

const event = (type: number, data: object, timestamp = 1_000): RecordedEvent => ({ type, data, timestamp });
const mutations = (count: number, timestamp?: number): RecordedEvent =>
  event(3, { source: 0, adds: Array.from({ length: count }, () => ({})), removes: [], texts: [{}] }, timestamp);

describe('an event', () => {
  it.each([
    [event(3, { source: 2 }), true],
    [event(3, { source: 5 }), true],
    [event(3, { source: 0 }), false],
    [event(3, { source: 8 }), false],
    [event(2, { source: 2 }), false],
    [event(6, { plugin: 'rrweb/console@1', source: 2 }), false],
  ])('of a person or of the page: %j is active: %s', (each, active) => assert.equal(isActive(each), active));

  it.each([
    [event(6, { plugin: 'rrweb/console@1', payload: { level: 'error' } }), true],
    [event(6, { plugin: 'rrweb/console@1', payload: { level: 'warn' } }), false],
    [event(6, { plugin: 'other', payload: { level: 'error' } }), false],
    [event(5, { plugin: 'rrweb/console@1', payload: { level: 'error' } }), false],
  ])('%j is an error: %s', (each, error) => assert.equal(isError(each), error));

  it('counts the nodes and attributes that it changes', () => {
    assert.equal(countMutations(mutations(7)), 8);
    assert.equal(countMutations(event(3, { source: 2, adds: [1] })), 0);
  });
});

describe('the limit of mutations', () => {
  const NOW = 1_790_000_000_000;
  /** Whether the limit is exceeded after each of some events, which are given by milliseconds and changes. */
  const exceeded = (...events: (readonly [number, number])[]): boolean[] => {
    const limit = createMutationLimit(() => assert.fail('it was never paused'));
    return events.map(([ms, changes]) => limit.isExceededBy(mutations(changes - 1, NOW + ms)));
  };

  it.each([
    ['more than 10,000 in one event', [[0, 10_001]], [true]],
    ['10,000 in one event', [[0, 10_000]], [false]],
    [
      'more than 10,000 in five seconds',
      [
        [0, 5_000],
        [4_999, 5_000],
        [5_000, 1],
      ],
      [false, false, true],
    ],
    [
      '10,000 in five seconds, and more after them',
      [
        [0, 5_000],
        [5_000, 5_000],
        [5_001, 9_000],
      ],
      [false, false, false],
    ],
  ] as const)('is exceeded, or not, by %s', (_, events, expected) => assert.deepEqual(exceeded(...events), expected));
});

describe('what is recorded beside the page', () => {
  it('is limited to 20 events in ten seconds', () => {
    let now = 1_790_000_000_000;
    const mayReport = createRate(() => now);
    const allowed = (): number => Array.from({ length: 100 }, () => mayReport()).filter(Boolean).length;
    assert.equal(allowed(), 20);
    now += 10_000;
    assert.equal(allowed(), 0);
    now += 1;
    assert.equal(allowed(), 20);
  });

  it.each([
    ['https://ada:pw@x.example/a?token=1#b', 'https://x.example/a'],
    ['/cart?coupon=7', 'https://page.example/cart'],
    ['data:text/plain,secret', 'data:'],
    ['http://', ''],
  ])('has of the address %j only %j', (url, kept) =>
    assert.equal(withoutQuery(url, 'https://page.example/list?x=1'), kept),
  );

  it.each<[unknown, RegExp]>([
    ['text', /^text$/],
    [7, /^7$/],
    [undefined, /^undefined$/],
    [{ password: 'x' }, /^\[object Object\]$/],
    [new RangeError('too far'), /^RangeError: too far\n/],
    [Object.assign(new Error('plain'), { stack: undefined }), /^Error: plain$/],
  ])('has of the value %j a short text', (value, text) => assert.match(describeValue(value), text));
});
