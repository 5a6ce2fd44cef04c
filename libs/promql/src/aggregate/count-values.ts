import type { Scope } from '../core/session.js';
import { makeSeries, set, type Series, type Value } from '../core/value.js';
import { failed } from '../errors.js';
import { formatPlain } from '../format/float.js';
import { isLabelName } from '../labels/labels.js';
import type { Aggregate } from '../syntax/ast.js';
import { groupLabels } from './groups.js';

/** Counts the series that have the same value, which becomes a label. */
export async function countValues(
  scope: Scope,
  expr: Aggregate,
  label: string,
  all: readonly Series[],
): Promise<Value> {
  if (!isLabelName(label)) {
    const literal = scope.notes.text.slice(expr.param?.start, expr.param?.end);
    throw failed(`invalid label name ${literal}`);
  }
  const { grouping, isWithout } = expr;
  const labelsOf = groupLabels({ isWithout, grouping: isWithout ? grouping : [...grouping, label] });
  const found = new Map<string, Series>();
  for (const { labels, values, present } of all) {
    for (let step = 0; step < values.length; step++) {
      if (!present[step]) continue;
      const group = labelsOf(labels.with(label, formatPlain(values[step])));
      const series = found.get(group.key) ?? makeSeries(scope, group);
      found.set(group.key, series);
      set(series, step, series.values[step] + 1);
      if (scope.pacer.spend(200)) await scope.pacer.pause();
    }
  }
  return { type: 'vector', series: [...found.values()] };
}
