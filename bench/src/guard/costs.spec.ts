import assert from 'node:assert/strict';
import { compare, parseCosts, isWorse } from './costs.js';

describe('costs of two builds', () => {
  it('turn rates per CPU-second around', () => {
    const line = JSON.stringify({
      figure: 'full_load',
      signal: 'logs',
      queryablePerCpuSecond: 200_000,
      peakPrivateMb: 9,
    });
    assert.deepEqual(parseCosts('ingest', line), [
      { name: 'ingest: full_load, logs, queryablePerCpuSecond', value: 5 },
    ]);
  });

  it('take the stages apart and ignore what is not a figure', () => {
    const line = JSON.stringify({ figure: 'stages', signal: 'logs', cpuMicrosecondsPerRow: { skim: 1, encode: 2 } });
    assert.deepEqual(
      parseCosts('stages', line).map(({ value }) => value),
      [1, 2],
    );
    assert.deepEqual(parseCosts('stages', 'listening on 8080'), []);
  });

  it('compare the least of each build, and show the spread of the pairs', () => {
    const runs = (...values: number[]) => values.map((value) => [{ name: 'insert', value }]);
    const [found] = compare(runs(11, 24, 12), runs(10, 20, 10));
    assert.deepEqual(found, { name: 'insert', ratio: 1.1, least: 1.1, most: 1.2 });
  });

  it('count as worse only above the limit and in every pair of runs', () => {
    assert.equal(isWorse({ name: 'insert', ratio: 1.2, least: 1.05, most: 1.3 }), true);
    assert.equal(isWorse({ name: 'insert', ratio: 1.2, least: 0.95, most: 1.3 }), false);
    assert.equal(isWorse({ name: 'insert', ratio: 1.08, least: 1.05, most: 1.3 }), false);
  });

  it('leave out what is too small to be measured, and what the base does not have', () => {
    assert.deepEqual(compare([[{ name: 'views', value: 0.02 }]], [[{ name: 'views', value: 0.01 }]]), []);
    assert.deepEqual(compare([[{ name: 'new', value: 5 }]], [[]]), []);
  });
});
