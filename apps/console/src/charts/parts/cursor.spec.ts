import assert from 'node:assert/strict';
import fc from 'fast-check';
import { moveCursor, selectedBy, type Cursor } from './cursor.js';

const press = (keys: string, cursor?: Cursor, count = 20): Cursor | undefined =>
  keys.split(' ').reduce<Cursor | undefined>((at, key) => {
    const shiftKey = key.startsWith('+');
    return moveCursor(at, { key: shiftKey ? key.slice(1) : key, shiftKey }, count);
  }, cursor);

describe('cursor of a chart', () => {
  it.each([
    ['ArrowLeft', [19, 19]],
    ['ArrowRight', [19, 19]],
    ['Home', [0, 0]],
    ['Home ArrowLeft', [0, 0]],
    ['Home ArrowRight ArrowRight', [2, 2]],
    ['Home PageDown', [10, 10]],
    ['End PageUp', [9, 9]],
    ['Home +ArrowRight +ArrowRight', [2, 0]],
    ['End +ArrowLeft +Home', [0, 19]],
    ['Home +ArrowRight ArrowRight', [2, 2]],
    ['Home x Enter', [0, 0]],
  ] as const)('is moved by %s', (keys, [at, anchor]) => {
    assert.deepEqual(press(keys), { at, anchor });
  });

  it('goes away with escape, and where there is nothing', () => {
    assert.equal(press('Home Escape'), undefined);
    assert.equal(press('Home', undefined, 0), undefined);
  });

  it('stays within the places, whatever is pressed and however many are left', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Escape', 'a');
    const presses = fc.array(fc.record({ key: keys, shiftKey: fc.boolean(), count: fc.integer({ min: 1, max: 30 }) }));
    fc.assert(
      fc.property(presses, (all) => {
        let cursor: Cursor | undefined;
        for (const { count, ...pressed } of all) {
          const before = cursor;
          cursor = moveCursor(cursor, pressed, count);
          if (cursor === undefined || cursor === before) continue;
          const [first, last] = selectedBy(cursor);
          assert.ok(first >= 0 && first <= last && last < count);
          if (!pressed.shiftKey) assert.equal(first, last);
        }
      }),
    );
  });
});
