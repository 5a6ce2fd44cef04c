import type { Scope } from '../core/session.js';
import type { Series } from '../core/value.js';
import { Labels, METADATA } from '../labels/labels.js';
import type { Aggregate } from '../syntax/ast.js';

/** The series that are aggregated into one. */
export interface Group {
  readonly labels: Labels;
  readonly series: Series[];
}

/** Finds the labels of the group that a series belongs to. */
export function groupLabels({
  grouping,
  isWithout,
}: Pick<Aggregate, 'grouping' | 'isWithout'>): (of: Labels) => Labels {
  const names = new Set(grouping);
  if (!isWithout) return (of) => (names.size === 0 ? Labels.EMPTY : of.keep(names));
  const dropped = new Set([...names, ...METADATA]);
  return (of) => of.drop(dropped);
}

/** Sorts series into groups, in the order of their first ones. */
export async function groupSeries(scope: Scope, expr: Aggregate, all: readonly Series[]): Promise<Group[]> {
  const found = new Map<string, Group>();
  const labelsOf = groupLabels(expr);
  for (const series of all) {
    const labels = labelsOf(series.labels);
    const group = found.get(labels.key);
    if (group) group.series.push(series);
    else found.set(labels.key, { labels, series: [series] });
    if (scope.pacer.spend(50)) await scope.pacer.pause();
  }
  return [...found.values()];
}
