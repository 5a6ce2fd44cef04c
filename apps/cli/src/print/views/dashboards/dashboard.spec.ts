import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { createColors } from '../../layout/colors.js';
import { printDashboard } from './dashboard.js';

const page = { width: 80, colors: createColors(false) };
const at = (minute: number): string => `2026-01-31T09:0${minute}:00Z`;
const points = (...values: readonly (number | null)[]) =>
  values.map((value, index) => ({ timestamp: at(index), value }));

const WIDGETS: readonly JsonObject[] = [
  {
    id: 'w2',
    type: 'value',
    title: 'Failures',
    position: { x: 6, y: 0 },
    query: { signal: 'traces', aggregate: 'error_ratio' },
    data: { rows: [{ labels: {}, value: 0.125 }] },
  },
  {
    id: 'w1',
    type: 'timeseries',
    title: 'Errors',
    position: { x: 0, y: 0 },
    query: { signal: 'logs', q: 'level:error', group_by: ['service'] },
    data: { series: [{ labels: { service: 'web' }, points: points(0, 4, null, 8) }], truncated: false },
  },
  {
    id: 'w3',
    type: 'timeseries',
    title: 'Slow',
    position: { x: 0, y: 4 },
    query: { signal: 'traces', aggregate: 'p95', field: 'duration_ms' },
    data: { error: { code: 'query_too_expensive', message: 'The query reads too many rows.' } },
  },
  { id: 'w4', type: 'list', title: 'Latest', position: { x: 0, y: 8 }, query: { signal: 'logs' }, data: { logs: [] } },
  { id: 'w5', type: 'text', title: 'Read me', position: { x: 0, y: 9 }, text: 'Call Ada.\nThen Grace.' },
];
const DASHBOARD: JsonObject = {
  id: 'd1',
  name: 'Checkout',
  time_range: '6h',
  version: 2,
  variables: [{ name: 'service', default: 'web' }],
  widgets: WIDGETS,
};

describe('printDashboard', () => {
  it('shows figures and sparklines of widgets by their places, and an error in the place of its widget', () => {
    assert.equal(
      printDashboard(DASHBOARD, page),
      `Checkout
dashboard d1  5 widgets  last 6h  version 2  $service=web

Errors
count of logs by service: level:error  widget w1
             TOTAL  GREATEST  COURSE
service=web     12         8   ▄ █

Failures
error_ratio of traces  widget w2
12.5 %

Slow
p95 of duration_ms of traces  widget w3
The query reads too many rows.

Latest
latest logs  widget w4
No data in this window.

Read me
widget w5
Call Ada. Then Grace.
`,
    );
  });

  it('shows rates and durations in readable units', () => {
    const shown = (query: JsonObject, value: number): string =>
      printDashboard({ ...DASHBOARD, widgets: [{ ...WIDGETS[0], query, data: { rows: [{ value }] } }] }, page);
    assert.match(shown({ signal: 'traces', aggregate: 'rate' }, 1 / 60), /\n1\/min\n$/);
    assert.match(shown({ signal: 'traces', aggregate: 'p95', field: 'duration_ms' }, 1_500), /\n1\.5 s\n$/);
  });

  it('shows the first of many rows', () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({ labels: { route: `/r${index}` }, value: index }));
    const widget = { ...WIDGETS[0], type: 'table', query: { signal: 'logs' }, data: { rows, truncated: true } };
    const text = printDashboard({ ...DASHBOARD, widgets: [widget] }, page);
    assert.match(text, /route=\/r4 .*\nand at least 3 more\n$/);
    assert.doesNotMatch(text, /r5/);
  });
});
