import assert from 'node:assert/strict';
import { getDashboard, getPanels, importPanel, readSettings, readVariables } from './grafana-dashboard.js';
import type { JsonRecord } from './json.js';

const panel = (title: string, viz: object, query: object) => ({
  kind: 'Panel',
  spec: {
    title,
    data: { kind: 'QueryGroup', spec: { queries: [{ kind: 'PanelQuery', spec: { hidden: false, query } }] } },
    vizConfig: viz,
  },
});
const ELEMENTS = {
  'panel-1': panel(
    'Load',
    { kind: 'VizConfig', group: 'timeseries', spec: {} },
    { kind: 'DataQuery', group: 'prometheus', spec: { expr: 'avg(load{host="$host"})' } },
  ),
  // As in the first version of the schema.
  'panel-2': panel('Errors', { kind: 'logs', spec: {} }, { kind: 'loki', spec: { expr: '{app="cart"} |= "failed"' } }),
  'panel-3': {
    kind: 'Panel',
    spec: { title: 'About', vizConfig: { kind: 'text', spec: { options: { content: 'Hi' } } } },
  },
};
const item = (name: string, x: number, y: number) => ({
  kind: 'GridLayoutItem',
  spec: { element: { kind: 'ElementReference', name }, x, y, width: 12, height: 8 },
});
const grid = (...items: object[]) => ({ kind: 'GridLayout', spec: { items } });
const spec = (layout: object): JsonRecord => ({
  title: 'Hosts',
  tags: ['infra'],
  timeSettings: { from: 'now-6h', autoRefresh: '30s' },
  variables: [
    { kind: 'TextVariable', spec: { name: 'host', current: { value: 'web-1' } } },
    { kind: 'AdhocVariable', spec: { name: 'filters' } },
  ],
  elements: ELEMENTS,
  layout,
});
const row = (layout: object) => ({ kind: 'RowsLayoutRow', spec: { layout } });
const rows = {
  kind: 'RowsLayout',
  spec: { rows: [row(grid(item('panel-1', 0, 0))), row(grid(item('panel-2', 12, 0)))] },
};
const tabs = { kind: 'TabsLayout', spec: { tabs: [{ kind: 'TabsLayoutTab', spec: { layout: rows } }] } };

describe('dashboards in the second schema of Grafana', () => {
  const read = (grafana: JsonRecord) => {
    const source = getDashboard(grafana);
    const names = new Set(['host']);
    const taken: { x: number; y: number; w: number; h: number }[] = [];
    const panels = getPanels(source).map((each) => {
      const imported = importPanel(each, names, taken);
      if (imported.widget) taken.push(imported.widget);
      return imported;
    });
    return { source, panels };
  };
  const describePanels = (grafana: JsonRecord) =>
    read(grafana).panels.map(({ title, widget }) => `${title} ${widget?.type} ${widget?.x} ${widget?.y}`);

  it('are imported with their panels, settings and variables', () => {
    const { source, panels } = read(spec(grid(item('panel-1', 0, 0), item('panel-2', 12, 0))));
    const { name, tags, timeRange, refreshInterval } = readSettings(source);
    assert.deepEqual([name, tags, timeRange, refreshInterval], ['Hosts', ['infra'], '6h', '30s']);
    assert.deepEqual(
      readVariables(source).parts.map(({ title, status }) => `${title} ${status}`),
      ['host kept', 'filters left_out'],
    );
    assert.deepEqual(
      panels.map(({ title, status }) => `${title} ${status}`),
      ['Load kept', 'Errors kept', 'About changed'],
    );
    assert.equal(panels[0]?.widget?.query?.signal, 'metrics');
    assert.equal(panels[1]?.widget?.query?.signal, 'logs');
  });

  it('are read from a bare specification, a Kubernetes object and an answer of the interface', () => {
    const bare = spec(grid(item('panel-1', 0, 0)));
    const object = { apiVersion: 'dashboard.grafana.app/v2beta1', kind: 'Dashboard', metadata: {}, spec: bare };
    const expected = describePanels(bare);
    assert.equal(expected.length, 3);
    assert.deepEqual(describePanels(object), expected);
    assert.deepEqual(describePanels({ dashboard: bare }), expected);
  });

  it('keep the order of rows and tabs, one below the other', () => {
    for (const layout of [rows, tabs])
      assert.deepEqual(describePanels(spec(layout)).slice(0, 2), ['Load timeseries 0 0', 'Errors list 12 8']);
  });

  it('are placed where there is room if the layout has no places or is nested too deeply', () => {
    const auto = { kind: 'AutoGridLayout', spec: { items: [{ spec: { element: { name: 'panel-2' } } }] } };
    assert.match(String(describePanels(spec(auto))[0]), /^Errors list 0 0/);
    let deep: object = grid(item('panel-1', 0, 0));
    for (let level = 0; level < 2_000; level++) deep = { spec: { tabs: [{ spec: { layout: deep } }] } };
    assert.equal(describePanels(spec(deep)).length, 3);
  });

  it('are found in a Kubernetes object of the classic model, too', () => {
    const classic = { title: 'Old', panels: [{ type: 'text', title: 'About', options: { content: 'Hi' } }] };
    const object = { apiVersion: 'dashboard.grafana.app/v1beta1', kind: 'Dashboard', spec: classic };
    assert.deepEqual(describePanels(object), describePanels(classic));
  });
});
