import assert from 'node:assert/strict';
import type { RecordedEvent } from '../contract.js';
import { Pictures } from './pictures.js';

const full = (timestamp: number): RecordedEvent => ({ type: 2, timestamp, data: {} });
const change = (timestamp: number): RecordedEvent => ({ type: 3, timestamp, data: { source: 0 } });
const meta = (timestamp: number): RecordedEvent => ({ type: 4, timestamp, data: { width: timestamp, height: 1 } });
const custom = (timestamp: number): RecordedEvent => ({ type: 5, timestamp, data: {} });

/** Types and times of the events that are shown. */
const shown = (events: readonly RecordedEvent[]) =>
  events.map(({ type, timestamp }) => `${type}@${timestamp}`).join(' ');

describe('Pictures', () => {
  it.each<[string, RecordedEvent[], string]>([
    ['a recording that is whole', [meta(1), full(2), change(3), custom(4)], '4@2 2@2 3@3 5@4'],
    ['a full snapshot without the size of its window', [full(2), change(3)], '4@2 2@2 3@3'],
    ['nothing before the first full snapshot', [custom(1), change(2), meta(3), full(4), change(5)], '4@4 2@4 3@5'],
    ['nothing without a full snapshot', [meta(1), change(2), custom(3)], ''],
    [
      'no changes of a new page whose full snapshot is missing',
      [meta(1), full(2), change(3), meta(4), change(5), change(6), meta(7), full(8), change(9)],
      '4@2 2@2 3@3 4@8 2@8 3@9',
    ],
    ['a full snapshot in the middle', [meta(1), full(2), meta(3), full(4), full(5)], '4@2 2@2 4@4 2@4 4@5 2@5'],
  ])('shows %s', (_, events, expected) => {
    assert.equal(shown(new Pictures().arrange(events).events), expected);
    const pictures = new Pictures();
    assert.equal(shown(events.flatMap((event) => pictures.arrange([event]).events)), expected, 'one by one');
  });

  it('gives each picture the size of its window', () => {
    const { events } = new Pictures().arrange([meta(1), full(2), full(3)]);
    assert.deepEqual(
      events.filter(({ type }) => type === 4).map(({ data }) => data),
      [meta(1).data, meta(1).data],
    );
    assert.deepEqual(new Pictures().arrange([full(2)]).events[0]?.data, { href: '', width: 1280, height: 720 });
  });

  it('tells how long a picture is missing', () => {
    const pictures = new Pictures();
    assert.equal(pictures.isLost, false);
    assert.deepEqual(pictures.arrange([meta(500), change(1_000)]).lost, []);
    assert.equal(pictures.isLost, true);
    assert.deepEqual(pictures.arrange([meta(9_000), full(9_100)]).lost, [{ fromMs: 1_000, toMs: 9_100 }]);
    assert.equal(pictures.isLost, false);
  });

  it('does not report the milliseconds that a recorder takes for a full snapshot', () => {
    const { lost } = new Pictures().arrange([meta(1), full(2), meta(5_000), change(5_010), full(5_200)]);
    assert.deepEqual(lost, []);
  });
});
