import assert from 'node:assert/strict';
import { buildTree } from './build-tree.js';
import { toNotes } from './notes.js';
import { span, toTrace } from './testing/traces.js';

describe('notes about a trace', () => {
  it('says nothing about a whole trace', () => {
    assert.deepEqual(toNotes(buildTree(toTrace([span('r', undefined, 0, 9), span('a', 'r', 1, 2)])), false), []);
  });

  it('counts what is missing, cut or uncertain', () => {
    const tree = buildTree(
      toTrace([
        span('r', undefined, 5, 9),
        span('a', 'gone', 6, 2),
        span('b', 'gone', 6, 2),
        span('early', 'r', 1, 2),
        span('self', 'self', 7, 1),
        span('r', undefined, 8, 1),
      ]),
    );
    assert.deepEqual(toNotes(tree, true), [
      'The trace has more spans than a response can contain; the others are not shown.',
      '2 spans have a parent that has not arrived.',
      '1 span is its own ancestor, shown as a root.',
      '1 span starts before its parent, because clocks differ.',
      '1 span repeats the ID of another span.',
    ]);
  });
});
