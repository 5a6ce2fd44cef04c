import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { MINUTE, NOW } from '@svc/reading/testing';
import { toSpanGroups } from './span-groups.message.js';
import type { CountedSpans } from './span-groups.service.js';

const BOUNDS = Array.from({ length: 9 }, (_, power) => String(1_000 * 10 ** power));

/** Groups with figures, and a row for every minute of each group and of the rest. */
function counted(groups: number, minutes: number, left = 0): CountedSpans {
  const percentiles: [number, number, number] = [1e6, 2e6, 3e6];
  const positions = Array.from({ length: groups + 1 }, (_, position) => String(position));
  const from = NOW - (NOW % MINUTE);
  const starts = Array.from({ length: minutes }, (_, minute) => String(from + BigInt(minute) * MINUTE));
  return {
    names: ['service'],
    range: { from, to: from + BigInt(minutes) * MINUTE },
    groups: Array.from({ length: groups }, (_, nth) => ({ names: [`s${nth}`], hash: String(nth) })),
    groupTotal: BigInt(groups + left),
    figures: positions.map((position) => ({
      position,
      spans: '2',
      errors: '1',
      percentiles,
      average: 1e6,
      longest: '3000000',
      histogram: [BOUNDS, BOUNDS],
    })),
    series: positions.flatMap((position) =>
      starts.map((bucket) => ({ position, bucket, spans: '2', errors: '1', percentiles })),
    ),
    interval: MINUTE,
  };
}

describe('the message of aggregated spans', () => {
  it.each([
    ['no group is left out', 0, 0],
    ['groups are left out', 3, 10],
  ])('has a series of the rest only if there is one: %s', async (_, left, points) => {
    const { groups, rest } = await toSpanGroups(counted(2, 10, left));
    assert.deepEqual(
      groups?.map(({ values, series }) => [values?.['service'], series?.length]),
      [
        ['s0', 10],
        ['s1', 10],
      ],
    );
    assert.deepEqual([rest?.groupCount, rest?.series?.length], [BigInt(left), points]);
  });

  it.each([
    ['one group with the longest series', 1, 24_999],
    ['many groups with short series', 999, 50],
  ])('lets other calls run while it is built: %s', async (_, groups, minutes) => {
    const pending = toSpanGroups(counted(groups, minutes, 1));
    let done = false;
    void pending.finally(() => (done = true));
    let turns = 0;
    for (; !done; turns += 1) await setImmediate();
    assert.equal((await pending).groups?.length, groups);
    // A single turn would be work without a pause; a fast machine needs few pauses.
    assert.ok(turns >= 2, `${turns} turns`);
  });
});
