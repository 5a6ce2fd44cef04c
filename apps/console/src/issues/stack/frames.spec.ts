import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StackFrame } from '../../gen/api.js';
import { findFirstOwn, formatPlace, toRuns, toSourceLines } from './frames.js';

const frame = (isOwn: boolean, more: Partial<StackFrame> = {}): StackFrame => ({
  function: 'f',
  module: '',
  file: 'a.js',
  in_app: isOwn,
  raw: '',
  ...more,
});
const CONTEXT = { before: ['a', 'b'], line: 'call', after: ['c'] };

describe('The frames of a stack', () => {
  it('are those of the application and runs of libraries', () => {
    const runs = toRuns([true, false, false, true, false].map((isOwn) => frame(isOwn)));
    assert.deepEqual(
      runs.map((run) => (run.kind === 'own' ? `own ${run.index}` : `library ${run.index} x${run.frames.length}`)),
      ['own 0', 'library 1 x2', 'own 3', 'library 4 x1'],
    );
  });

  it('all stay, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (owns) => {
        const frames = owns.map((isOwn) => frame(isOwn));
        const shown = toRuns(frames).flatMap((run) => (run.kind === 'own' ? [run.frame] : run.frames));
        assert.deepEqual(shown, frames);
      }),
    );
  });

  it('have the numbers of the lines around the call', () => {
    assert.deepEqual(
      toSourceLines({ line: 41, context: CONTEXT }).map(({ number, text, isCall }) => [number, text, isCall]),
      [
        [39, 'a', false],
        [40, 'b', false],
        [41, 'call', true],
        [42, 'c', false],
      ],
    );
    assert.deepEqual(toSourceLines({ line: 41 }), []);
    assert.equal(toSourceLines({ context: CONTEXT })[0]?.number, undefined);
  });

  it('say where they are as far as it is known', () => {
    assert.equal(formatPlace({ file: 'a.js', line: 3, column: 7 }), 'a.js:3:7');
    assert.equal(formatPlace({ file: 'a.js', column: 7 }), 'a.js');
    assert.equal(formatPlace({ file: '' }), '');
  });

  it('begin with the first own one that has source', () => {
    const withSource = frame(true, { context: CONTEXT });
    assert.equal(findFirstOwn([frame(false), frame(true), withSource]), 2);
    assert.equal(findFirstOwn([frame(false), frame(true)]), 1);
    assert.equal(findFirstOwn([frame(false)]), -1);
  });
});
