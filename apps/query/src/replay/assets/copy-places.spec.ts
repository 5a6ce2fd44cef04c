import assert from 'node:assert/strict';
import type { SessionShape } from '../reads/session-shape.js';
import { pinOf } from './asset-pin.js';
import { copyPlaces } from './copy-places.js';

const START = 1_000_000;
type Chunks = readonly (readonly [firstMs: number, release: string])[];
/** Windows by their ID, with times by the clock of the browser. */
const shapeOf = (windows: Readonly<Record<string, { readonly shiftMs: number; readonly chunks: Chunks }>>) =>
  ({
    firstMs: START,
    windows: Object.entries(windows).map(([id, { shiftMs, chunks }]) => ({
      id,
      shiftMs,
      chunks: chunks.map(([firstMs, release]) => ({ firstMs: firstMs + shiftMs, row: { release } })),
    })),
  }) as unknown as SessionShape;
const places = (shape: SessionShape, release: string) => copyPlaces(shape, START)(pinOf(release, START));

describe('copyPlaces', () => {
  it('sends the copies of a single release to every window, from the beginning of the earliest clock on', () => {
    const shape = shapeOf({
      w1: { shiftMs: 0, chunks: [[START, '1']] },
      w2: { shiftMs: 5_000, chunks: [[START - 4_000, '1']] },
    });
    assert.deepEqual(places(shape, '1'), [{ windowId: '', fromMs: START - 4_000, timeMs: START }]);
  });

  it('tells when a release begins by the clock of the events, which is not corrected', () => {
    const shape = shapeOf({
      w1: {
        shiftMs: 60_000,
        chunks: [
          [START, '1'],
          [START + 30_000, '2'],
          [START + 20_000, '2'],
        ],
      },
    });
    assert.deepEqual(places(shape, '2'), [{ windowId: 'w1', fromMs: START + 20_000, timeMs: START + 80_000 }]);
  });

  it('tells tabs apart that show two releases at the same time', () => {
    const shape = shapeOf({
      w1: { shiftMs: 0, chunks: [[START, '1']] },
      w2: { shiftMs: 0, chunks: [[START + 1, '2']] },
      w3: { shiftMs: 0, chunks: [[START + 2, '1']] },
    });
    const windows = (release: string) => places(shape, release).map(({ windowId }) => windowId);
    assert.deepEqual([windows('1'), windows('2')], [['w1', 'w3'], ['w2']]);
  });

  it('sends copies of a release that no chunk has to every window', () => {
    const shape = shapeOf({
      w1: {
        shiftMs: 0,
        chunks: [
          [START, '1'],
          [START + 1, '2'],
        ],
      },
    });
    assert.deepEqual(places(shape, '3'), [{ windowId: '', fromMs: START, timeMs: START }]);
  });
});
