import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Viewport } from './viewport.js';

const action = fc.oneof(
  fc.record({
    zoom: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ pan: fc.double({ min: -5, max: 5, noNaN: true }) }),
  fc.record({
    from: fc.double({ min: -1e13, max: 1e13, noNaN: true }),
    range: fc.double({ min: 0, max: 1e13, noNaN: true }),
  }),
);

describe('Viewport', () => {
  it('stays inside of the trace after any actions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 52 }), fc.array(action), (duration, actions) => {
        const viewport = new Viewport(duration);
        for (const each of actions) {
          if ('zoom' in each) viewport.zoom(each.zoom, each.share);
          else if ('pan' in each) viewport.pan(each.pan);
          else viewport.show(each.from, each.from + each.range);
          assert.ok(viewport.fromNs >= 0 && viewport.toNs <= duration + 1e-3, `${viewport.fromNs} ${viewport.toNs}`);
          assert.ok(viewport.rangeNs > 0);
        }
      }),
    );
  });

  it('keeps the time under the pointer while it zooms', () => {
    const viewport = new Viewport(1e9);
    viewport.show(2e8, 6e8);
    const before = viewport.toNsAt(0.25);
    viewport.zoom(0.5, 0.25);
    assert.equal(viewport.toNsAt(0.25), before);
    assert.equal(viewport.rangeNs, 2e8);
    assert.equal(viewport.toShare(before), 0.25);
  });

  it('tells its subscribers about each change until they leave', () => {
    const viewport = new Viewport(100);
    let count = 0;
    const leave = viewport.subscribe(() => count++);
    viewport.zoom(0.5);
    viewport.showAll();
    leave();
    viewport.pan(0.5);
    assert.equal(count, 2);
  });
});
