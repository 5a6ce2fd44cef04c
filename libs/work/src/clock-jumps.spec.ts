import assert from 'node:assert/strict';
import { ClockJumps } from './clock-jumps.js';

describe('the watch for jumps of the clock', () => {
  let [wallMs, steadyMs] = [0, 0];
  let jumps: ClockJumps;
  beforeEach(() => {
    [wallMs, steadyMs] = [1_795_200_000_000, 5_000];
    jumps = new ClockJumps({ wallMs: () => wallMs, steadyMs: () => steadyMs });
  });
  const passes = (ms: number): void => {
    wallMs += ms;
    steadyMs += ms;
  };

  it('notices none while time passes, and none that only correct the clock', () => {
    assert.equal(jumps.happened(), false);
    passes(86_400_000);
    wallMs += 900;
    assert.equal(jumps.happened(), false);
    wallMs -= 900;
    assert.equal(jumps.happened(), false);
  });

  it('notices each once: a clock that is set forward or back, and a suspended machine', () => {
    for (const jump of [3_600_000, -3_600_000, 1_001]) {
      wallMs += jump;
      assert.equal(jumps.happened(), true, String(jump));
      passes(500);
      assert.equal(jumps.happened(), false, String(jump));
    }
  });
});
