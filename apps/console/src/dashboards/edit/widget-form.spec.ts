import assert from 'node:assert/strict';
import type { Widget } from '../../gen/api.js';
import { fieldsOf, missing, toCopy, toForm, toQuery, toWidget } from './widget-form.js';

const WIDGET: Widget = {
  id: 'w',
  dashboard_id: 'd',
  type: 'table',
  title: 'Slow',
  query: {
    signal: 'traces',
    q: 'a:b',
    metric: '',
    event: '',
    aggregate: 'p95',
    field: 'duration_ms',
    group_by: ['service', 'name'],
    limit: 5,
    service: ['$service'],
    environment: [],
    level: [],
  },
  visualization: { color: 'red' },
  refresh_interval: '30s',
  text: '',
  version: 3,
};
const FORM = toForm(WIDGET);

describe('the form of a widget', () => {
  it('has the widget, and returns its query unchanged', () => {
    assert.deepEqual(toQuery(FORM), {
      signal: 'traces',
      q: 'a:b',
      aggregate: 'p95',
      field: 'duration_ms',
      group_by: ['service', 'name'],
      limit: 5,
      service: ['$service'],
    });
    assert.equal(toWidget(FORM, WIDGET).visualization, undefined);
  });

  it('sends no part that its type and signal do not have', () => {
    assert.deepEqual(toQuery({ ...FORM, type: 'value' }).group_by, undefined);
    assert.deepEqual(Object.keys(toQuery({ ...FORM, type: 'list' })), ['signal', 'q', 'limit', 'service']);
    assert.deepEqual(toQuery({ ...FORM, signal: 'metrics', metric: 'm' }).field, undefined);
    assert.deepEqual(toWidget({ ...FORM, type: 'text', text: '# a' }, WIDGET), {
      type: 'text',
      title: 'Slow',
      text: '# a',
    });
    assert.deepEqual(fieldsOf({ ...FORM, type: 'list' }).signals, ['logs', 'traces', 'errors']);
  });

  it('keeps display options that it does not know when the unit changes', () => {
    assert.deepEqual(toWidget({ ...FORM, unit: 'ms' }, WIDGET).visualization, { color: 'red', unit: 'ms' });
  });

  it.each([
    [{}, undefined],
    [{ field: ' ' }, /Name the field/],
    [{ signal: 'metrics', metric: '' }, /Choose a metric/],
    [{ type: 'list', signal: 'events' }, /A list shows/],
    [{ limit: '1.5' }, /whole number/],
    [{ type: 'text', text: '' }, /Write a text/],
  ] as const)('with %j lacks %s', (change, expected) => {
    const lack = missing({ ...FORM, ...change });
    if (expected === undefined) assert.equal(lack, undefined);
    else assert.match(lack ?? '', expected);
  });

  it('makes a copy with the display options', () => {
    const { title, visualization, refresh_interval: refresh } = toCopy(WIDGET);
    assert.deepEqual([title, visualization, refresh], ['Slow (copy)', { color: 'red' }, '30s']);
  });
});
