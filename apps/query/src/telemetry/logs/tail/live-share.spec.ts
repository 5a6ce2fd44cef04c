import assert from 'node:assert/strict';
import { LiveShare } from './live-share.js';

describe('the share of a live stream', () => {
  let nowMs: number;
  let share: LiveShare;
  beforeEach(() => {
    nowMs = 0;
    share = new LiveShare(() => nowMs);
  });
  const workAndWait = (workMs: number, waitMs: number): void => {
    share.spend(() => (nowMs += workMs));
    nowMs += waitMs;
  };

  it('tolerates a burst, and a twentieth of the time', () => {
    for (let n = 0; n < 8; n++) workAndWait(5, 0);
    assert.equal(share.isExceeded, false);
    for (let n = 0; n < 1_000; n++) workAndWait(1, 20);
    assert.equal(share.isExceeded, false);
  });

  it('reports an exceeded share until it is reset', () => {
    for (let n = 0; n < 100; n++) workAndWait(2, 20);
    assert.equal(share.isExceeded, true);
    share.reset();
    assert.equal(share.isExceeded, false);
  });
});
