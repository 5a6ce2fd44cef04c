import assert from 'node:assert/strict';
import { groupsOf } from './part-groups.js';

const MIB = 1024 * 1024;
const chunks = (window_id: string, ...sizes: readonly number[]) =>
  sizes.map((size) => ({ window_id, bytes: size * MIB }));
const sizesOf = (groups: readonly (readonly { readonly bytes: number }[])[]) =>
  groups.map((group) => group.map(({ bytes }) => bytes / MIB));

describe('the chunks of parts', () => {
  it.each([
    ['none', [], []],
    ['a single chunk', chunks('a', 1), []],
    ['all that fit together', chunks('a', 1, 1, 2), [[1, 1, 2]]],
    [
      'what does not fit any more begins the next part',
      chunks('a', 1, 2, 2, 1),
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'a chunk that is large alone stays alone',
      chunks('a', 1, 1, 9, 1, 1),
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      'windows have parts of their own',
      [...chunks('a', 1, 1), ...chunks('b', 1, 1)],
      [
        [1, 1],
        [1, 1],
      ],
    ],
  ] as const)('are %s', (_, rows, expected) => {
    assert.deepEqual(sizesOf(groupsOf(rows, () => false)), expected);
  });

  it('are neighbours: a chunk that a part has already divides them', () => {
    const rows = chunks('a', 1, 1, 0.5, 1, 1);
    assert.deepEqual(sizesOf(groupsOf(rows, ({ bytes }) => bytes === MIB / 2)), [
      [1, 1],
      [1, 1],
    ]);
    assert.deepEqual(
      groupsOf(chunks('a', 1, 0.5, 1), ({ bytes }) => bytes === MIB / 2),
      [],
    );
  });
});
