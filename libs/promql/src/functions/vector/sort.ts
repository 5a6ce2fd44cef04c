import { sortPaced } from '../../core/pacer.js';
import type { Scope } from '../../core/session.js';
import { seriesOf, type Series, type Value } from '../../core/value.js';
import { compareLabels } from '../../labels/labels.js';
import { compareNatural } from '../../labels/order.js';
import { ascending } from '../../numbers/quantile.js';
import type { Call } from '../../syntax/ast.js';

/** Evaluates functions that sort; undefined for others. Only the result of an instant keeps the order. */
export async function callSort(scope: Scope, call: Call, args: readonly Value[]): Promise<Value | undefined> {
  const { name } = call;
  if (!name.startsWith('sort')) return undefined;
  if (scope.grid.count > 1) {
    scope.notes.warn('sort is ineffective for range queries since results are always ordered by labels', call);
    return args[0];
  }
  const isDescending = name.endsWith('_desc');
  const labels = args.slice(1).map((value) => (value.type === 'string' ? value.value : ''));
  const compare = name.startsWith('sort_by_label') ? byLabels(labels, isDescending) : byValue(isDescending);
  return { type: 'vector', series: await sortPaced(seriesOf(args[0]), compare, scope.pacer) };
}

/** NaN comes last in both directions. */
function byValue(isDescending: boolean): (left: Series, right: Series) => number {
  return ({ values: [left] }, { values: [right] }) => {
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return isDescending ? ascending(right, left) : ascending(left, right);
  };
}

function byLabels(names: readonly string[], isDescending: boolean): (left: Series, right: Series) => number {
  return (left, right) => {
    let order = 0;
    for (const name of names) order ||= compareNatural(left.labels.get(name), right.labels.get(name));
    order ||= compareLabels(left.labels, right.labels);
    return isDescending ? -order : order;
  };
}
