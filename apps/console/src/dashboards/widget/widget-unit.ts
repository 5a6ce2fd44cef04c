import { toUnit, type Unit } from '../../charts/series/unit.js';
import type { WidgetQuery } from '../../gen/api.js';
import { formatCost, formatPercent } from '../../time/amounts.js';

/** Units of fields that are the same in all projects. */
const FIELDS: Readonly<Record<string, string>> = { duration_ms: 'ms' };
const SUMS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'last', 'p50', 'p90', 'p95', 'p99']);

/** The unit of the values of a widget: that of its display options, or the one that its query implies. */
export function widgetUnit(query: WidgetQuery | undefined, visualization: unknown): Unit {
  const aggregate = query?.aggregate === undefined || query.aggregate === '' ? 'count' : query.aggregate;
  if (aggregate === 'error_ratio') return { factor: 1, kind: 'number', format: formatPercent };
  const unit = unitOption(visualization);
  if (unit !== '') return toUnit(unit, aggregate === 'rate' ? 'rate' : 'avg');
  const isOfField = SUMS.has(aggregate);
  if (isOfField && query?.signal === 'agent_runs' && query.field === 'cost')
    return { factor: 1, kind: 'number', format: formatCost };
  return toUnit((isOfField && FIELDS[query?.field ?? '']) || '', aggregate);
}

/** The unit among the display options of a widget, in UCUM notation; empty if they have none. */
export function unitOption(visualization: unknown): string {
  if (typeof visualization !== 'object' || visualization === null || !('unit' in visualization)) return '';
  return typeof visualization.unit === 'string' ? visualization.unit : '';
}
