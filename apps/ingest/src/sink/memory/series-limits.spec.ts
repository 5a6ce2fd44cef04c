import assert from 'node:assert/strict';
import { SeriesLimits } from './series-limits.js';

const hashes = (count: number, from = 0): bigint[] => Array.from({ length: count }, (_, index) => BigInt(from + index));
const admitted = (limits: SeriesLimits, series: readonly bigint[], metric = 'm', project = 1, day = 100) =>
  series.filter(limits.admission(project, metric, day)).length;

describe('limit of new series', () => {
  it('admits the first series, and admits them again at any time', () => {
    const limits = new SeriesLimits(10);
    assert.equal(admitted(limits, hashes(25)), 10);
    assert.equal(admitted(limits, hashes(10)), 10);
    assert.equal(admitted(limits, hashes(5, 10)), 0);
  });

  it('applies to each project and metric separately', () => {
    const limits = new SeriesLimits(3);
    for (const [metric, project] of [
      ['a', 1],
      ['b', 1],
      ['a', 2],
    ] as const)
      assert.equal(admitted(limits, hashes(5), metric, project), 3);
  });

  it('resets each day and counts late requests for the current day', () => {
    const limits = new SeriesLimits(3);
    assert.equal(admitted(limits, hashes(5)), 3);
    assert.equal(admitted(limits, hashes(3, 50), 'm', 1, 101), 3);
    assert.equal(admitted(limits, hashes(3), 'm', 1, 100), 0);
    assert.equal(admitted(limits, hashes(3, 50), 'm', 1, 100), 3);
  });

  it('counts stored series, so that the same series are admitted after a restart', () => {
    const limits = new SeriesLimits(10);
    const of = { projectNumber: 1, metricName: 'm' };
    limits.learn([{ ...of, day: 100, hashes: hashes(8) }]);
    assert.equal(admitted(limits, hashes(20, 100)), 2);
    assert.equal(admitted(limits, hashes(8)), 8);
    limits.learn([{ ...of, day: 99, hashes: hashes(8, 500) }]);
    assert.equal(admitted(limits, hashes(8, 500)), 0);
    limits.forget();
    assert.equal(admitted(limits, hashes(20, 100)), 10);
  });

  it('keeps admitting stored series beyond the limit', () => {
    const limits = new SeriesLimits(2);
    limits.learn([{ projectNumber: 1, metricName: 'm', day: 100, hashes: hashes(5) }]);
    assert.equal(admitted(limits, hashes(9)), 5);
  });
});
