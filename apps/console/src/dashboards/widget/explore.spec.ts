import assert from 'node:assert/strict';
import type { WidgetQuery } from '../../gen/api.js';
import { toExplore } from './explore.js';

const QUERY: WidgetQuery = {
  signal: 'logs',
  q: 'service:$service',
  metric: '',
  event: '',
  aggregate: '',
  field: '',
  group_by: [],
  limit: 0,
  service: [],
  environment: [],
  level: [],
};
const RANGE = { from: '-6h', to: 'now' };
const open = (query: Partial<WidgetQuery>) => toExplore({ ...QUERY, ...query }, { service: 'web' }, RANGE);

describe('what a widget counts', () => {
  it('is explored with its filter and range', () => {
    assert.deepEqual(open({ level: ['error'], environment: ['production'] }), {
      to: 'logs',
      search: { ...RANGE, env: ['production'], q: 'service:"web"', level: ['error'] },
    });
    assert.deepEqual(open({ signal: 'traces', q: '', service: ['$service'] }), {
      to: 'traces',
      search: { ...RANGE, env: [], service: ['web'] },
    });
    assert.deepEqual(
      open({ signal: 'metrics', q: 'a:b', service: ['cart'], metric: 'm', aggregate: 'p95', group_by: ['service'] }),
      {
        to: 'metrics',
        search: { ...RANGE, env: [], name: 'm', agg: 'p95', by: ['service_name'], q: '(a:b) AND (service:"cart")' },
      },
    );
  });

  it('has no page for signals whose pages have another filter', () => {
    assert.equal(open({ signal: 'events' }), undefined);
  });
});
