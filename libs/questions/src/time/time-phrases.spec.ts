import assert from 'node:assert/strict';
import { TimePhrases } from './time-phrases.js';
import { WallClock } from './wall-clock.js';
import { toText } from './window.js';

function read(text: string, zone = 'UTC', now = '2026-11-25T15:30:00Z'): string[] | undefined {
  const phrases = new TimePhrases(new WallClock(zone), Date.parse(now));
  const found = phrases.read(text.split(' '), 0);
  if (found?.value.kind !== 'window') return undefined;
  assert.equal(found.length, text.split(' ').length, text);
  return found.value.windows.map(({ from, to }) => `${toText(from)}/${toText(to)}`);
}

describe('a phrase of time', () => {
  const cases: readonly (readonly [text: string, ...windows: string[]])[] = [
    ['last 90 minutes', '2026-11-25T14:00:00Z/2026-11-25T15:30:00Z'],
    ['past half an hour', '2026-11-25T15:00:00Z/2026-11-25T15:30:00Z'],
    ['last hour', '2026-11-25T14:30:00Z/2026-11-25T15:30:00Z'],
    ['past week', '2026-11-18T15:30:00Z/2026-11-25T15:30:00Z'],
    ['last week', '2026-11-16T00:00:00Z/2026-11-23T00:00:00Z'],
    ['last month', '2026-10-01T00:00:00Z/2026-11-01T00:00:00Z'],
    ['last year', '2025-01-01T00:00:00Z/2026-01-01T00:00:00Z'],
    ['since tuesday', '2026-11-24T00:00:00Z/2026-11-25T15:30:00Z'],
    ['wednesday', '2026-11-18T00:00:00Z/2026-11-19T00:00:00Z'],
    ['since 3 hours ago', '2026-11-25T12:30:00Z/2026-11-25T15:30:00Z'],
    ['since 5pm', '2026-11-24T17:00:00Z/2026-11-25T15:30:00Z'],
    ['since 4', '2026-11-25T04:00:00Z/2026-11-25T15:30:00Z', '2026-11-24T16:00:00Z/2026-11-25T15:30:00Z'],
    ['yesterday evening', '2026-11-24T18:00:00Z/2026-11-25T00:00:00Z'],
    ['november 20', '2026-11-20T00:00:00Z/2026-11-21T00:00:00Z'],
    ['1st december', '2025-12-01T00:00:00Z/2025-12-02T00:00:00Z'],
    ['29.2.2024', '2024-02-29T00:00:00Z/2024-03-01T00:00:00Z'],
    ['2/3/2026', '2026-03-02T00:00:00Z/2026-03-03T00:00:00Z', '2026-02-03T00:00:00Z/2026-02-04T00:00:00Z'],
    ['from 2026-11-02 to 2026-11-04', '2026-11-02T00:00:00Z/2026-11-05T00:00:00Z'],
  ];
  for (const [text, ...windows] of cases) it(`is read: ${text}`, () => assert.deepEqual(read(text), windows));

  it('has no window in the future', () => {
    for (const text of ['tomorrow', 'next week']) assert.deepEqual(read(text), [], text);
  });

  it('is not read where a part is no time', () => {
    for (const text of [
      'last checkout',
      'since checkout',
      'between web',
      '2026-13-01',
      '31.2.2026',
      '25:00',
      'at noonish',
    ])
      assert.equal(read(text), undefined, text);
  });

  it('follows the clocks of the zone, also on days of 23 and 25 hours', () => {
    const berlin = (text: string, now?: string) => read(text, 'Europe/Berlin', now);
    assert.deepEqual(berlin('2026-10-25'), ['2026-10-24T22:00:00Z/2026-10-25T23:00:00Z']);
    assert.deepEqual(berlin('2026-03-29'), ['2026-03-28T23:00:00Z/2026-03-29T22:00:00Z']);
    assert.deepEqual(berlin('today', '2026-11-24T23:30:00Z'), ['2026-11-24T23:00:00Z/2026-11-25T23:00:00Z']);
    assert.deepEqual(berlin('since 9am'), ['2026-11-25T08:00:00Z/2026-11-25T15:30:00Z']);
    assert.deepEqual(read('this week', 'Pacific/Apia'), ['2026-11-22T11:00:00Z/2026-11-29T11:00:00Z']);
    // Clocks skip 2:30.
    assert.deepEqual(berlin('since 2026-03-29 at 2:30', '2026-03-29T12:00:00Z'), [
      '2026-03-29T01:30:00Z/2026-03-29T12:00:00Z',
    ]);
  });
});
