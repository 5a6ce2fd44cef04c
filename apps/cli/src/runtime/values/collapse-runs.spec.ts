import assert from 'node:assert/strict';
import { collapseRuns } from './collapse-runs.js';

describe('collapseRuns', () => {
  it('joins runs of empty items and keeps all others', () => {
    const collapsed = collapseRuns([0, 0, 0, 5, 0, 5, 5, 0, 0], (item) => item === 0);
    assert.deepEqual(
      collapsed.map(({ item, more }) => [item, more]),
      [
        [0, 2],
        [5, 0],
        [0, 0],
        [5, 0],
        [5, 0],
        [0, 1],
      ],
    );
    assert.deepEqual(
      collapseRuns([], () => true),
      [],
    );
  });
});
