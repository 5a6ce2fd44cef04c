import { line, list, record, text, whole, type JsonRecord } from './json.js';

/** Layouts inside of layouts that are read: Grafana makes tabs of rows of grids. */
const MAX_DEPTH = 5;
/** The types of variables in the classic model. */
const VARIABLE_TYPES: Readonly<Record<string, string>> = {
  QueryVariable: 'query',
  CustomVariable: 'custom',
  TextVariable: 'textbox',
  ConstantVariable: 'constant',
};

interface Placed {
  readonly name: string;
  /** Absent in a layout that places panels by itself. */
  readonly gridPos?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

/** Whether the specification of a dashboard has the second schema, with elements and a layout instead of panels. */
export const isSchemaV2 = (spec: JsonRecord): boolean => Object.keys(record(spec['elements'])).length > 0;

/** The classic model of a dashboard in the second schema (v2alpha1, v2beta1 and v2). Rows and tabs follow each other. */
export function toClassicModel(spec: JsonRecord): JsonRecord {
  const elements = record(spec['elements']);
  const placed = readLayout(record(spec['layout']), 0).filter(({ name }) => Object.hasOwn(elements, name));
  const names = new Set(placed.map(({ name }) => name));
  const unplaced = Object.keys(elements).filter((name) => !names.has(name));
  const panels = [...placed, ...unplaced.map((name): Placed => ({ name }))];
  const time = record(spec['timeSettings']);
  return {
    title: spec['title'],
    description: spec['description'],
    tags: spec['tags'],
    time: { from: time['from'] },
    refresh: time['autoRefresh'],
    templating: { list: list(spec['variables']).map(toVariable) },
    panels: panels.map(({ name, gridPos }) => ({ ...toPanel(record(elements[name])), gridPos })),
  };
}

/** Panels in their order. `below` moves them down by rows of the grid. */
function readLayout(layout: JsonRecord, depth: number, below = 0): Placed[] {
  if (depth > MAX_DEPTH) return [];
  const { items, rows, tabs } = record(layout['spec']);
  const found: Placed[] = [];
  for (const part of [...list(items), ...list(rows), ...list(tabs)].map((each) => record(record(each)['spec']))) {
    const inner =
      part['layout'] === undefined ? [] : readLayout(record(part['layout']), depth + 1, bottom(found, below));
    // A row of the first version of the schema contains the items of a grid.
    const nested = list(part['elements']).map((each) => toPlaced(record(record(each)['spec']), below));
    found.push(...inner, ...nested.flat(), ...toPlaced(part, below));
  }
  return found;
}

function toPlaced(item: JsonRecord, below: number): Placed[] {
  const name = text(record(item['element'])['name']);
  if (name === '') return [];
  const [x, y, w, h] = [item['x'], item['y'], item['width'], item['height']].map(whole);
  if (x === undefined || y === undefined || w === undefined || h === undefined) return [{ name }];
  return [{ name, gridPos: { x, y: y + below, w, h } }];
}

const bottom = (found: readonly Placed[], below: number): number =>
  found.reduce((lowest, { gridPos }) => Math.max(lowest, gridPos ? gridPos.y + gridPos.h : 0), below);

function toPanel({ kind, spec }: JsonRecord): JsonRecord {
  const { title, data, vizConfig, libraryPanel } = record(spec);
  if (kind === 'LibraryPanel') return { title, libraryPanel: libraryPanel ?? {} };
  const shown = record(vizConfig);
  const { queries, transformations } = record(record(data)['spec']);
  return {
    title,
    type: getType(shown),
    options: record(shown['spec'])['options'],
    targets: list(queries).map(toTarget),
    transformations,
  };
}

function toTarget(query: unknown): JsonRecord {
  const { hidden, query: asked } = record(record(query)['spec']);
  const data = record(asked);
  return { expr: record(data['spec'])['expr'], hide: hidden, datasource: { type: getType(data) } };
}

/** `group` in later versions of the schema, `kind` in the first one. */
const getType = ({ group, kind }: JsonRecord): string => text(group) || text(kind);

function toVariable(value: unknown): JsonRecord {
  const { kind, spec } = record(value);
  const { name, current } = record(spec);
  return { name, current, type: VARIABLE_TYPES[text(kind)] ?? line(kind, 50) };
}
