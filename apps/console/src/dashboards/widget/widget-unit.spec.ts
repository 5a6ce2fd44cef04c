import assert from 'node:assert/strict';
import type { WidgetQuery } from '../../gen/api.js';
import { unitOption, widgetUnit } from './widget-unit.js';

const query = (aggregate: string, field = '', signal = 'traces') => ({ signal, aggregate, field }) as WidgetQuery;

describe('the unit of a widget', () => {
  it.each([
    [query('p95', 'duration_ms'), undefined, 1500, '1.5 s'],
    [query('unique', 'duration_ms'), undefined, 1500, '1,500'],
    [query('error_ratio'), undefined, 0.25, '25%'],
    [query('rate'), undefined, 2, '2/s'],
    [query(''), undefined, 12, '12'],
    [query('sum', 'cost', 'agent_runs'), undefined, 1.5, '$1.50'],
    [query('avg', 'size'), { unit: 'By' }, 2000, '2 kB'],
    [query('count'), { unit: '{order}' }, 3, '3'],
  ])('of %j with the options %j', (of, options, value, expected) => {
    const { factor, format } = widgetUnit(of, options);
    assert.equal(format(value * factor), expected);
  });

  it('is an option only if it is a text', () => {
    assert.deepEqual([unitOption({ unit: 5 }), unitOption(null), unitOption({ unit: 's' })], ['', '', 's']);
  });
});
