import { FLAG, countFlag, type TraceTree } from './trace-tree.js';

/** Sentences about what is missing, cut or uncertain in a trace. */
export function toNotes(tree: TraceTree, isTruncated: boolean): readonly string[] {
  const describe = (flag: number, one: string, many: string): string[] => {
    const count = countFlag(tree, flag);
    return count === 0 ? [] : [count === 1 ? `1 span ${one}.` : `${count.toLocaleString('en-US')} spans ${many}.`];
  };
  return [
    ...(isTruncated ? ['The trace has more spans than a response can contain; the others are not shown.'] : []),
    ...describe(FLAG.orphan, 'has a parent that has not arrived', 'have a parent that has not arrived'),
    ...describe(FLAG.cycle, 'is its own ancestor, shown as a root', 'are their own ancestors, shown as roots'),
    ...describe(
      FLAG.skew,
      'starts before its parent, because clocks differ',
      'start before their parents, because clocks differ',
    ),
    ...describe(FLAG.duplicate, 'repeats the ID of another span', 'repeat the ID of another span'),
  ];
}
