import assert from 'node:assert/strict';
import { LoopTime } from './loop-time.js';

describe('LoopTime', () => {
  it('gives a project a tenth of the event loop, whatever a single body costs', () => {
    let nowMs = 0;
    const loopTime = new LoopTime(() => nowMs);
    let usedMs = 0;
    while (nowMs < 10_000) {
      if (loopTime.isLeft(1)) {
        loopTime.spend(1, () => (nowMs += 5));
        usedMs += 5;
      } else {
        nowMs += 5;
      }
    }
    assert.ok(usedMs > 950 && usedMs < 1_100, `${usedMs} ms of 10,000 ms`);
    assert.equal(loopTime.isLeft(2), true);
  });

  it('counts work that fails', () => {
    let nowMs = 0;
    const loopTime = new LoopTime(() => nowMs);
    const fail = (): never => {
      nowMs += 100;
      throw new Error('refused');
    };
    assert.throws(() => loopTime.spend(1, fail), /refused/);
    assert.equal(loopTime.isLeft(1), false);
  });
});
