import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Viewport } from './viewport.js';

const WINDOW = { width: 800, height: 600 };
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);

describe('the part of a map that is shown', () => {
  it('is all of it in the middle, at most a little enlarged', () => {
    const viewport = new Viewport(() => undefined);
    viewport.fit({ width: 7600, height: 100 }, WINDOW);
    near(viewport.scale, 0.1);
    assert.deepEqual([viewport.x, viewport.y], [20, 295]);
    viewport.fit({ width: 10, height: 10 }, WINDOW);
    near(viewport.scale, 1.15);
  });

  it('is the legible left part of a map that is too wide', () => {
    const viewport = new Viewport(() => undefined);
    viewport.fit({ width: 7600, height: 100 }, WINDOW, 0.5);
    assert.deepEqual([viewport.scale, viewport.x, viewport.y], [0.5, 20, 275]);
  });

  it('keeps the point at the pointer while it is zoomed', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), fc.nat(800), fc.nat(600), (factor, x, y) => {
        const viewport = new Viewport(() => undefined);
        viewport.pan(13, -7);
        const before = [(x - viewport.x) / viewport.scale, (y - viewport.y) / viewport.scale];
        viewport.zoom(factor, { x, y });
        near((x - viewport.x) / viewport.scale, before[0] ?? NaN);
        near((y - viewport.y) / viewport.scale, before[1] ?? NaN);
      }),
    );
  });

  it('has limits', () => {
    const viewport = new Viewport(() => undefined);
    viewport.zoom(1000, { x: 0, y: 0 });
    assert.equal(viewport.scale, 2.5);
    viewport.zoom(0.000_01, { x: 0, y: 0 });
    assert.equal(viewport.scale, 0.05);
  });

  it('moves to a box outside of the window, and stays for one inside', () => {
    let moves = 0;
    const viewport = new Viewport(() => moves++);
    viewport.reveal({ x: 100, y: 100, width: 50, height: 50 }, WINDOW);
    assert.equal(moves, 0);
    viewport.reveal({ x: 1000, y: -50, width: 50, height: 50 }, WINDOW);
    assert.deepEqual([viewport.x, viewport.y], [-270, 70]);
  });
});
