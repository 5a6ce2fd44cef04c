import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import type { RememberedNodes } from '@svc/replay';
import { ReplayStates } from './window-state.js';

const WINDOW = { sessionId: 'session', windowId: 'window' };
const nodes = (...passwords: readonly number[]): RememberedNodes => ({
  isWhole: true,
  nodes: {},
  frames: [],
  ...(passwords.length > 0 && { passwords }),
});

describe('what is known of a window', () => {
  let caches: MemoryStore;
  let states: ReplayStates;
  beforeEach(() => {
    caches = new MemoryStore();
    states = new ReplayStates(caches.cache);
  });
  afterEach(() => caches.close());
  const known = async () => {
    const state = await states.window(1, { ...WINDOW, seq: 0 });
    return [state?.nextSeq, state?.nodes.passwords];
  };
  const keep = (nextSeq: number, ...passwords: readonly number[]) =>
    states.keepWindow(1, { ...WINDOW, seq: nextSeq - 1 }, { nextSeq, nodes: nodes(...passwords) });

  it('has the password fields of all chunks with numbers, in whatever order they were read', async () => {
    await keep(1, 5);
    await keep(3, 6);
    assert.deepEqual(await known(), [3, [5, 6]]);
    await keep(2, 7);
    assert.deepEqual(await known(), [3, [7, 5, 6]]);
    await keep(4);
    assert.deepEqual(await known(), [4, [7, 5, 6]]);
  });

  it('has the password fields of all chunks without numbers, also of those that were read at the same time', async () => {
    const first = 2 ** 31;
    for (const [seq, id] of [
      [first + 160, 5],
      [first + 160, 6],
      [first, 7],
    ] as const) {
      await states.keepTimed(1, { ...WINDOW, seq }, nodes(id), { before: undefined, isFresh: true });
    }
    assert.deepEqual(await known(), [first + 161, [5, 6, 7]]);
  });

  it('has as many password fields as a window may have', async () => {
    await keep(1, ...Array.from({ length: 1_000 }, (_, id) => id));
    await keep(2, 1_001);
    assert.equal((await states.window(1, { ...WINDOW, seq: 0 }))?.nodes.passwords?.length, 1_000);
  });
});
