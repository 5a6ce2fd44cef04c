import assert from 'node:assert/strict';
import { checkGolden, testScope } from '@svc/reading/testing';
import { groupByKeys, groupByNames } from '../../grouping/group-by.js';
import { logFilters, NO_FILTERS } from '../log-filters.js';
import { selectLogGroups, selectLogSeries, type LogCounting } from './aggregate.query.js';
import { GROUPED_LOGS, isCountedByMinute } from './counted-fields.js';

const scope = testScope(7);
const counting = (...names: string[]): LogCounting => ({
  scope,
  range: { from: 1_795_200_000_000_000_000n, to: 1_795_200_300_000_000_000n },
  filter: logFilters({ ...NO_FILTERS, level: ['error'] }, scope),
  keys: groupByKeys(names, GROUPED_LOGS, scope),
  isByMinute: names.every(isCountedByMinute),
});

/** Two whole minutes between two parts of minutes. */
const askew = { from: 1_795_200_010_000_000_000n, to: 1_795_200_190_000_000_000n };

describe('the statements of aggregated logs', () => {
  it('matches the reviewed statements', () => {
    checkGolden(import.meta.url, {
      'by columns': selectLogGroups(counting('service', 'level', 'trace_id'), 50),
      'by columns that minutes have': selectLogGroups({ ...counting('service', 'env', 'level'), range: askew }, 50),
      'by an attribute': selectLogGroups(counting('app.method'), 50),
      'by an attribute that was renamed': selectLogGroups(counting('http.method'), 50),
      'by attributes of one place': selectLogGroups(counting('attributes.a', 'resource.b', 'severity_number'), 50),
      'over time': selectLogSeries(counting('service'), ['18446744073709551615', '2'], 60_000_000_000n),
    });
  });
});

describe('group_by', () => {
  it('accepts several fields, each once', () => {
    for (const requested of [
      ['a', 'b', 'c'],
      [' a ', ' b', 'c '],
      ['a', 'a', 'b', 'c', '', 'b'],
    ]) {
      assert.deepEqual(groupByNames(requested), ['a', 'b', 'c']);
    }
  });

  it('accepts one to three fields that are not prose', () => {
    for (const requested of [[''], [' '], ['a', 'b', 'c', 'd']]) {
      assert.throws(() => groupByNames(requested), { code: 'invalid_request' });
    }
    for (const name of ['body', 'message']) {
      assert.throws(() => groupByKeys([name], GROUPED_LOGS, scope), { code: 'invalid_request' });
    }
  });
});
