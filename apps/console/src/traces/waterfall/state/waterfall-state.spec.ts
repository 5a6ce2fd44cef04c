import assert from 'node:assert/strict';
import { buildTree } from '../model/build-tree.js';
import { bushy, chain, span, toTrace } from '../model/testing/traces.js';
import { COMMANDS, findCommand, type Surroundings } from './keys.js';
import { WaterfallState } from './waterfall-state.js';

function start(spans: Parameters<typeof toTrace>[0]) {
  const state = new WaterfallState(buildTree(toTrace(spans)));
  const opened: (number | undefined)[] = [];
  const surroundings: Surroundings = { pageRows: 10, open: (node) => opened.push(node), focusFind: () => undefined };
  const press = (...keys: string[]) => keys.forEach((key) => findCommand(key)?.run(state, surroundings));
  return { state, opened, press };
}

describe('keys of a waterfall', () => {
  it('gives each key one meaning', () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('walks the tree by arrows: into, out of, collapse and expand', () => {
    const { state, press } = start(chain(50));
    const at = (...keys: string[]): number => (press(...keys), state.snapshot.active);
    assert.equal(at('ArrowRight', 'ArrowRight', 'ArrowDown'), 3);
    assert.equal(at('ArrowLeft'), 3);
    assert.equal(state.rows.length, 4);
    assert.equal(at('ArrowLeft'), 2);
    assert.equal(at('End'), 3);
    assert.equal(at('ArrowRight', 'PageDown'), 13);
    assert.equal(at('End'), 49);
    assert.equal(at('Home', 'ArrowUp'), 0);
  });

  it('moves the active row to the node that is collapsed above it', () => {
    const { state } = start(chain(9));
    state.activate(8);
    state.setCollapsed(4, true);
    assert.equal(state.snapshot.active, 4);
  });

  it('goes through hits and errors, and expands what hides them', async () => {
    const { state, press } = start(bushy(200, 3));
    state.setAllCollapsed(true);
    await state.find('operation 96');
    assert.equal(state.snapshot.hits.length, 2);
    press('n');
    const [first, second] = state.snapshot.hits;
    assert.equal(state.snapshot.active, first);
    assert.ok(state.rows.rowOf(first ?? -1) >= 0);
    press('n');
    assert.equal(state.snapshot.active, second);
    press('N');
    assert.equal(state.snapshot.active, first);
    press('Home', 'e');
    assert.ok((state.tree.spans[state.snapshot.active]?.status ?? '') === 'error');
  });

  it('moves the range of time to a hit outside of it, and keeps its length', async () => {
    const { state, press } = start([
      span('r', undefined, 0, 1_000),
      span('a', 'r', 100, 50),
      span('late', 'r', 900, 10),
    ]);
    state.viewport.show(100, 200);
    await state.find('late');
    press('n');
    assert.deepEqual([state.viewport.fromNs, state.viewport.toNs], [875, 975]);
    await state.find('a');
    press('Home', 'n', 'n');
    assert.equal(state.viewport.rangeNs, 100);
  });

  it('takes the active row as the first hit if it is one', async () => {
    const { state, press } = start(chain(3));
    await state.find('0');
    press('n');
    assert.equal(state.snapshot.active, 0);
  });

  it('keeps only the hits of the last search', async () => {
    const { state } = start(bushy(20_000, 3));
    await Promise.all([state.find('operation'), state.find('operation 1'), state.find('no such')]);
    assert.deepEqual([state.snapshot.found, state.snapshot.hits.length], ['no such', 0]);
  });

  it('selects, sums, fits and clears', () => {
    const { state, opened, press } = start([
      span('r', undefined, 0, 1_000),
      span('a', 'r', 100, 50),
      span('b', 'r', 300, 100),
    ]);
    press('ArrowDown', 'x', 'ArrowDown', 'x');
    assert.equal(state.snapshot.sums?.totalNs, 150);
    press('f');
    assert.deepEqual([state.viewport.fromNs, state.viewport.toNs], [100, 400]);
    press('x');
    assert.deepEqual([...state.snapshot.selected], [1]);
    press('0', 'Escape');
    assert.deepEqual([state.viewport.rangeNs, state.snapshot.sums, opened], [1_000, undefined, []]);
    press('Enter', 'Escape');
    assert.deepEqual(opened, [2, undefined]);
  });

  it('selects the spans of the same service and name', () => {
    const { state, press } = start(bushy(970, 3).map((each) => ({ ...each, service: 'one' })));
    press('X');
    assert.equal(state.snapshot.sums?.count, 10);
  });

  it('does not make a snapshot for zooming and panning', () => {
    const { state, press } = start(chain(9));
    const before = state.snapshot;
    press('w', 'w', 'd', 'a', 's', '0');
    assert.equal(state.snapshot, before);
  });

  it('does nothing in an empty trace', () => {
    const { state, opened, press } = start([]);
    press(...COMMANDS.flatMap(({ keys }) => keys));
    assert.equal(state.snapshot.active, -1);
    assert.ok(opened.every((node) => node === undefined));
  });
});
