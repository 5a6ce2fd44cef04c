import { Unsupported } from './expression.js';
import { line, list, printable, record, text, type JsonRecord } from './json.js';
import { translateLogql } from './logql.js';
import { translatePromql, type Translated } from './promql.js';

const MAX_TITLE = 200;
const MAX_TEXT = 20_000;

/** The type of widget for a type of panel; graph and singlestat are the names of old versions. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...['timeseries', 'graph', 'barchart', 'histogram'].map((type) => [type, 'timeseries'] as const),
  ...['stat', 'singlestat', 'gauge', 'bargauge'].map((type) => [type, 'value'] as const),
  ...['table', 'table-old', 'piechart'].map((type) => [type, 'table'] as const),
  ['logs', 'list'],
  ['text', 'text'],
]);
/** Panels that are shown in another way. */
const REDRAWN = new Set(['barchart', 'histogram', 'gauge', 'bargauge', 'piechart']);

/** A widget without a place. */
export interface PanelWidget {
  readonly type: string;
  readonly title: string;
  readonly text: string;
  readonly query: Translated['query'] | undefined;
}

export interface TranslatedPanel {
  readonly widget: PanelWidget;
  /** The differences between the widget and the panel. */
  readonly changes: readonly string[];
}

export const panelTitle = (panel: JsonRecord): string => line(panel['title'], MAX_TITLE) || 'Untitled';

/**
 * The widget of a panel.
 *
 * @param variables the names of the variables that the dashboard has
 * @throws Unsupported with the reason if no widget can show the panel
 */
export function translatePanel(panel: JsonRecord, variables: ReadonlySet<string>): TranslatedPanel {
  const panelType = text(panel['type']);
  const type = TYPES.get(panelType);
  const title = panelTitle(panel);
  if (panel['libraryPanel'] !== undefined && type === undefined)
    throw new Unsupported('the panel is in the library of the Grafana server');
  if (type === undefined) throw new Unsupported('there is no widget for this type of panel');
  if (type === 'text') return textWidget(title, panel);
  const targets = list(panel['targets']).map(record);
  const shown = targets.filter((target) => target['hide'] !== true);
  const [target] = shown;
  if (!target) throw new Unsupported('the panel has no query');
  const { query, changes } = translateTarget(target, panel, variables);
  const fitting = fit(type, query);
  return {
    widget: { type: fitting.type, title, text: '', query: fitting.query },
    changes: [
      ...changes,
      ...fitting.changes,
      ...(REDRAWN.has(panelType) ? ['it is drawn in another way'] : []),
      ...(shown.length > 1 ? [`only the first of ${shown.length} queries is shown`] : []),
      ...(list(panel['transformations']).length > 0 ? ['transformations are left out'] : []),
    ],
  };
}

function textWidget(title: string, panel: JsonRecord): TranslatedPanel {
  const options = record(panel['options']);
  const content = text(options['content']) || text(panel['content']);
  const isHtml = (text(options['mode']) || text(panel['mode'])) === 'html';
  return {
    widget: { type: 'text', title, text: printable(content, MAX_TEXT), query: undefined },
    changes: [...(isHtml ? ['HTML is shown as text'] : []), ...(content.length > MAX_TEXT ? ['the text is cut'] : [])],
  };
}

function translateTarget(target: JsonRecord, panel: JsonRecord, variables: ReadonlySet<string>): Translated {
  const expression = text(target['expr']);
  const source = toSource(target['datasource']) || toSource(panel['datasource']);
  if (expression === '') throw new Unsupported('only queries of Prometheus and Loki are known');
  const isLoki = source.includes('loki') || (!source.includes('prometheus') && /^\s*(?:sum[^{]*)?\{/.test(expression));
  return isLoki ? translateLogql(expression, variables) : translatePromql(expression, variables);
}

/** The type of a data source, or its name in old dashboards, which often says as much. */
const toSource = (value: unknown): string => (text(value) || text(record(value)['type'])).toLowerCase();

/** Chooses a type of widget that can show the query. */
function fit(
  type: string,
  query: Translated['query'],
): { type: string; query: Translated['query']; changes: string[] } {
  const isCounted = query.aggregate !== undefined;
  const isGrouped = (query.groupBy ?? []).length > 0;
  if (type === 'list' && isCounted) return { type: 'timeseries', query, changes: ['counts are shown by time'] };
  if (type === 'list') return { type, query, changes: [] };
  if (!isCounted) return { type: 'list', query, changes: ['records are shown as a list'] };
  if (type === 'value' && isGrouped) return { type: 'table', query, changes: ['several values are shown as a table'] };
  return { type, query, changes: [] };
}
