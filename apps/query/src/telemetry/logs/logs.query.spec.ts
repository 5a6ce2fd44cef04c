import { checkGolden, testScope } from '@svc/reading/testing';
import { logFilters, NO_FILTERS as none, type LogFilters } from './log-filters.js';
import { selectLogs, type LogPage } from './logs.query.js';

const scope = testScope(7);
const slice = { from: 1_795_200_000_000_000_000n, to: 1_795_200_300_000_000_000n };
const page = (filters: Partial<LogFilters>, others: Partial<LogPage> = {}) =>
  selectLogs({
    scope,
    slice,
    filter: logFilters({ ...none, ...filters }, scope),
    direction: 'desc',
    after: undefined,
    limit: 51,
    ...others,
  });

describe('the statements of log queries', () => {
  it('matches the reviewed statements', () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    checkGolden(import.meta.url, {
      'newest records': page({}),
      'every filter': page({
        q: 'timeout',
        service: ['checkout', 'cart'],
        level: ['warn', 'error'],
        environment: ['production'],
        distinctId: 'user-1',
        traceId,
      }),
      'after a position, oldest first': page(
        {},
        { direction: 'asc', after: { value: slice.from + 5n, id: '18E9D9447A2371800000000000000007' } },
      ),
      'a word, a phrase and wildcards': page({ q: '10.0.0.1 "connection refused" time*out -debug*' }),
      'fields with a column': page({ q: 'level:>=warn service:check* severity_number:{8 TO *] trace_id:*' }),
      attributes: page({ q: 'app.method:GET app.status:[500 TO 599] resource.host.name:* attributes.a:b*c*d' }),
      'attributes that were renamed': page({
        q: 'http.method:GET http.status_code:[500 TO 599] attributes.db.system:redis -resource.faas.id:* server.address:a*',
      }),
      'groups and negation': page({ q: 'NOT (a OR b) level:(error OR fatal) AND c' }),
    });
  });
});
