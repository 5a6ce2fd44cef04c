import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstOverlap, isInside, type Cell } from '../../layout.js';
import { getDashboard, importPanel, getPanels, readSettings, readVariables } from './grafana-dashboard.js';

const series = (more: object = {}) => ({
  type: 'timeseries',
  title: 'Load',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  targets: [{ expr: 'avg by (host) (load)', datasource: { type: 'prometheus' } }],
  ...more,
});
const imported = (panel: object, taken: readonly Cell[] = []) => importPanel({ ...panel }, new Set(), taken);

describe('a panel of Grafana', () => {
  it('becomes a widget at its place', () => {
    const { status, reason, widget } = imported(series());
    assert.deepEqual([status, reason], ['kept', '']);
    assert.deepEqual(widget, {
      type: 'timeseries',
      title: 'Load',
      text: '',
      x: 0,
      y: 0,
      w: 12,
      h: 8,
      query: { signal: 'metrics', q: '', metric: 'load', aggregate: 'avg', groupBy: ['host'] },
    });
  });

  const cases: [what: string, panel: object, type: string | undefined, reason: string][] = [
    ['a stat of one value', series({ type: 'stat', targets: [{ expr: 'avg by () (load)' }] }), 'value', ''],
    ['a stat of several', series({ type: 'stat' }), 'table', 'several values are shown as a table'],
    ['a gauge', series({ type: 'gauge', targets: [{ expr: 'max(load)' }] }), 'value', 'it is drawn in another way'],
    ['records in logs', series({ type: 'logs', targets: [{ expr: '{app="a"}' }] }), 'list', ''],
    ['records in a graph', series({ targets: [{ expr: '{app="a"}' }] }), 'list', 'records are shown as a list'],
    [
      'a count in logs',
      series({ type: 'logs', targets: [{ expr: 'sum(rate({app="a"}[1m]))' }] }),
      'timeseries',
      'counts are shown by time',
    ],
    ['text', { type: 'text', options: { content: '# Hi', mode: 'markdown' } }, 'text', 'it is at another place'],
    ['HTML', { ...series(), type: 'text', content: '<b>', mode: 'html' }, 'text', 'HTML is shown as text'],
    [
      'two queries',
      series({ targets: [{ expr: 'max(a)' }, { expr: 'max(b)' }, { expr: 'c', hide: true }] }),
      'timeseries',
      'only the first of 2 queries is shown',
    ],
    ['transformations', series({ transformations: [{}] }), 'timeseries', 'transformations are left out'],
    ['a place outside', series({ gridPos: { x: 20, y: 0, w: 12, h: 8 } }), 'timeseries', 'it is at another place'],
    ['no query', series({ targets: [] }), undefined, 'the panel has no query'],
    [
      'another source',
      series({ targets: [{ rawSql: 'SELECT 1' }] }),
      undefined,
      'only queries of Prometheus and Loki are known',
    ],
    ['another type', series({ type: 'geomap' }), undefined, 'there is no widget for this type of panel'],
    [
      'a panel of a library',
      { libraryPanel: { uid: 'x' } },
      undefined,
      'the panel is in the library of the Grafana server',
    ],
  ];
  it.each(cases)('with %s', (_, panel, type, reason) => {
    const found = imported(panel);
    assert.deepEqual([found.widget?.type, found.reason], [type, reason]);
    assert.equal(found.status, type === undefined ? 'left_out' : reason === '' ? 'kept' : 'changed');
  });
});

describe('a dashboard of Grafana', () => {
  it('finds the dashboard in an answer of Grafana, with the panels of its rows', () => {
    const panels = [{ title: 'a' }, { type: 'row', panels: [{ title: 'b' }] }, { type: 'row' }];
    const rows = [{ panels: [{ title: 'c' }] }];
    const source = getDashboard({ meta: {}, dashboard: { panels, rows } });
    assert.deepEqual(
      getPanels(source).map(({ title }) => title),
      ['a', 'b', 'c'],
    );
  });

  it('keeps its title, tags, window and interval as far as they can be used', () => {
    assert.deepEqual(
      readSettings({ title: ' A\u0007\nb ', tags: ['x', 'x', ' ', 3], time: { from: 'now-6h' }, refresh: '30s' }),
      {
        name: 'A b',
        description: '',
        tags: ['x'],
        timeRange: '6h',
        refreshInterval: '30s',
      },
    );
    for (const from of ['now-90d', 'now/d', '2026-01-01', 7])
      assert.equal(readSettings({ time: { from }, refresh: false }).timeRange, '1h');
  });

  it('keeps the variables that filters can use', () => {
    const variable = (name: string, type: string, value: unknown) => ({ name, type, current: { value } });
    const list = [
      variable('env', 'custom', 'prod'),
      variable('all', 'query', '$__all'),
      variable('several', 'query', ['a', 'b']),
      variable('ds', 'datasource', 'x'),
      variable('a-b', 'custom', 'x'),
      variable('env', 'custom', 'twice'),
    ];
    const { variables, parts } = readVariables({ templating: { list } });
    assert.deepEqual(variables, [
      { name: 'env', default: 'prod' },
      { name: 'all', default: '' },
      { name: 'several', default: '' },
    ]);
    assert.deepEqual(
      parts.map(({ status }) => status),
      ['kept', 'kept', 'changed', 'left_out', 'left_out', 'left_out'],
    );
  });

  it('never fails and never overlaps, whatever it is', () => {
    const cell = fc.record({ x: fc.integer({ min: -1, max: 25 }), y: fc.nat(30), w: fc.nat(26), h: fc.nat(120) });
    const panel = fc.oneof(
      fc.record({
        type: fc.constantFrom('stat', 'graph', 'logs', 'text', 'row'),
        gridPos: cell,
        targets: fc.constant([{ expr: 'max(a)' }]),
      }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(panel, { maxLength: 30 }), fc.jsonValue(), (panels, other) => {
        const source = getDashboard({
          panels,
          templating: other,
          title: other,
          tags: other,
          time: other,
          refresh: other,
        });
        readSettings(source);
        const names = new Set(readVariables(source).variables.map(({ name }) => name));
        const placed: Cell[] = [];
        for (const each of getPanels(source)) {
          const { widget } = importPanel(each, names, placed);
          if (widget) placed.push(widget);
        }
        assert.equal(firstOverlap(placed), undefined);
        assert.ok(placed.every(isInside));
      }),
    );
  });
});
