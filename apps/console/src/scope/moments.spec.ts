import assert from 'node:assert/strict';
import { Moments } from './moments.js';

describe('moments of pages', () => {
  let now: number;
  let moments: Moments;
  beforeEach(() => {
    now = 1_000_000;
    moments = new Moments(() => now);
  });

  it('stay the same for an entry of the history', () => {
    const first = moments.of('a');
    now += 60_000;
    assert.equal(moments.of('b'), now);
    assert.equal(moments.of('a'), first);
  });

  it('are shared by pages that are opened in quick succession', () => {
    const first = moments.of('a');
    now += 5000;
    assert.equal(moments.of('b'), first);
  });

  it('stay the same for an entry that replaces another one', () => {
    const first = moments.of('a');
    now += 60_000;
    moments.carry('a', 'b');
    moments.carry('unknown', 'c');
    assert.deepEqual([moments.of('b'), moments.of('c')], [first, now]);
  });

  it('move to the present when a page is refreshed', () => {
    moments.of('a');
    now += 5000;
    moments.refresh('a');
    assert.equal(moments.of('a'), now);
  });
});
