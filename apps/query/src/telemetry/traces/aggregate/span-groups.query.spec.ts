import assert from 'node:assert/strict';
import { checkGolden, testScope } from '@svc/reading/testing';
import { groupByKeys } from '../../grouping/group-by.js';
import { spanConditions } from '../filters/trace-filters.js';
import { selectSpanFigures, selectSpanGroups, selectSpanSeries, type SpanCounting } from './span-groups.query.js';
import { GROUPED_SPANS } from './span-groups.service.js';

const scope = testScope(7);
const counting = (...names: string[]): SpanCounting => ({
  scope,
  range: { from: 1_795_200_000_000_000_000n, to: 1_795_200_300_000_000_000n },
  filter: spanConditions(
    {
      q: 'timeout',
      service: ['cart'],
      operation: [],
      environment: [],
      distinctId: '',
      minDurationNs: 0n,
      status: 'error',
    },
    scope,
  ),
  keys: groupByKeys(names, GROUPED_SPANS, scope),
});

describe('the statements of aggregated spans', () => {
  it('matches the reviewed statements', () => {
    const hashes = ['18446744073709551615', '2'];
    checkGolden(import.meta.url, {
      'groups by columns': selectSpanGroups(counting('service', 'name', 'status'), 50),
      'groups by an attribute': selectSpanGroups(counting('http.route'), 50),
      'figures of groups': selectSpanFigures(counting('http.route'), hashes),
      'figures of all spans': selectSpanFigures(counting(), []),
      'groups over time': selectSpanSeries(counting('service'), hashes, 60_000_000_000n),
      'all spans over time': selectSpanSeries(counting(), [], 60_000_000_000n),
    });
  });

  it('does not group by the text of statuses, and says what is possible', () => {
    assert.throws(() => groupByKeys(['status_message'], GROUPED_SPANS, scope), /group by status instead/);
  });
});
