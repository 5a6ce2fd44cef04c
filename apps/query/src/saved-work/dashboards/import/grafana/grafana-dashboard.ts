import { COLUMNS, defaultSize, firstFree, isInside, overlaps, type Cell } from '../../layout.js';
import type { Variable } from '../../variables.js';
import { Unsupported } from './expression.js';
import { line, list, record, text, whole, type JsonRecord } from './json.js';
import { panelTitle, translatePanel, type PanelWidget } from './panel.js';
import { isSchemaV2, toClassicModel } from './schema-v2.js';

const MAX_VARIABLES = 20;
const MAX_TAGS = 20;
const MAX_ROWS = 100;
const MAX_AMOUNTS: Readonly<Record<string, number>> = { m: 30 * 1440, h: 30 * 24, d: 30 };
const VARIABLE_TYPES = new Set(['query', 'custom', 'textbox', 'constant']);

export type ImportStatus = 'kept' | 'changed' | 'left_out';

/** The result for a panel or a variable. The reason is empty if the part is unchanged. */
export interface ImportedPart {
  readonly title: string;
  readonly status: ImportStatus;
  readonly reason: string;
}

export interface PlacedWidget extends PanelWidget, Cell {}

export interface ImportedPanel extends ImportedPart {
  /** Absent if it is left out. */
  readonly widget?: PlacedWidget;
}

/** The classic model of a dashboard in an export of Grafana, in an answer of its interface or in a Kubernetes object, which nest it. */
export function getDashboard(grafana: JsonRecord): JsonRecord {
  const nested = [grafana['dashboard'], grafana['spec']].map(record).find((each) => Object.keys(each).length > 0);
  const spec = nested ?? grafana;
  return isSchemaV2(spec) ? toClassicModel(spec) : spec;
}

/** The panels of a dashboard in order, also those inside of rows. */
export function getPanels(dashboard: JsonRecord): JsonRecord[] {
  const rows = list(dashboard['rows']).flatMap((row) => list(record(row)['panels']));
  return [...list(dashboard['panels']), ...rows].map(record).flatMap((panel) => {
    return panel['type'] === 'row' ? list(panel['panels']).map(record) : [panel];
  });
}

/** The usable settings of a dashboard besides panels and variables. */
export function readSettings(dashboard: JsonRecord) {
  const tags = list(dashboard['tags']).map((tag) => line(tag, 50));
  const [, range = '', amount = '', unit = ''] = /^now-(([1-9]\d{0,3})([mhd]))$/.exec(from(dashboard)) ?? [];
  const [refresh = ''] = /^[1-9]\d{0,3}[smh]$/.exec(text(dashboard['refresh'])) ?? [];
  return {
    name: line(dashboard['title'], 200) || 'Imported dashboard',
    description: line(dashboard['description'], 2000),
    tags: [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_TAGS),
    timeRange: Number(amount) <= (MAX_AMOUNTS[unit] ?? -1) ? range : '1h',
    refreshInterval: refresh,
  };
}

const from = (dashboard: JsonRecord): string => text(record(dashboard['time'])['from']);

/** The variables that filters can use, and the result of the import of each. */
export function readVariables(dashboard: JsonRecord): { variables: Variable[]; parts: ImportedPart[] } {
  const variables: Variable[] = [];
  const parts = list(record(dashboard['templating'])['list']).map((value): ImportedPart => {
    const variable = record(value);
    const name = text(variable['name']);
    const title = line(name, 50);
    const leftOut = (reason: string): ImportedPart => ({ title, status: 'left_out', reason });
    if (!VARIABLE_TYPES.has(text(variable['type']))) return leftOut('filters cannot use this type of variable');
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,49}$/.test(name)) return leftOut('the name is not one of a variable');
    if (variables.some((one) => one.name === name)) return leftOut('the name is used twice');
    if (variables.length === MAX_VARIABLES) return leftOut(`a dashboard can have ${MAX_VARIABLES} variables`);
    const { value: current } = record(variable['current']);
    const all = text(current) === '$__all';
    variables.push({ name, default: all ? '' : line(current, 200) });
    return Array.isArray(current) && current.length > 1
      ? { title, status: 'changed', reason: 'a variable has one value' }
      : { title, status: 'kept', reason: '' };
  });
  return { variables, parts };
}

/** The widget of a panel at a place that is free. */
export function importPanel(panel: JsonRecord, variables: ReadonlySet<string>, taken: readonly Cell[]): ImportedPanel {
  const title = panelTitle(panel);
  try {
    const { widget, changes } = translatePanel(panel, variables);
    const wanted = toCell(panel['gridPos']);
    const isFree = wanted && !taken.some((cell) => overlaps(cell, wanted));
    const cell = isFree ? wanted : firstFree(taken, wanted ?? defaultSize(widget.type));
    if (!cell) throw new Unsupported('there is no free place');
    const reasons = [...changes, ...(isFree ? [] : ['it is at another place'])];
    const status = reasons.length === 0 ? 'kept' : 'changed';
    return { title, status, reason: reasons.join('; '), widget: { ...widget, ...cell } };
  } catch (error) {
    if (error instanceof Unsupported) return { title, status: 'left_out', reason: error.message };
    throw error;
  }
}

/** Grafana's grid has 24 columns, too. */
function toCell(value: unknown): Cell | undefined {
  const { x, y, w, h } = record(value);
  const cell = { x: whole(x) ?? -1, y: whole(y) ?? -1, w: whole(w) ?? 0, h: whole(h) ?? 0 };
  return isInside(cell) && cell.w <= COLUMNS && cell.h <= MAX_ROWS ? cell : undefined;
}
