import { checkGolden, testScope } from '@svc/reading/testing';
import { selectExceptionLogs, selectRelatedLogs } from './related-logs.query.js';
import { selectRelatedMetrics } from './related-metrics.query.js';
import { selectThrown } from './thrown-errors.query.js';
import { selectTraceContext } from './trace-context.query.js';
import { selectErrorSpans } from './trace-errors.query.js';

describe('the statements of trace correlation', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const traceId = 'ab'.repeat(16);
    const during = { from: 1_795_200_000_000_000_000n, to: 1_795_200_060_000_000_000n };
    const services = ['shop'];
    checkGolden(import.meta.url, {
      'the trace itself': selectTraceContext(scope, traceId, during),
      'its records': selectRelatedLogs(
        { scope, traceId, during, extent: during, services, sessions: ['s'], persons: ['p'] },
        101,
      ),
      'records of a trace without spans': selectRelatedLogs(
        { scope, traceId, during, services: [], sessions: [], persons: [] },
        101,
      ),
      'its failed spans': selectErrorSpans(scope, traceId, during, 101),
      'its exceptions in records': selectExceptionLogs(scope, traceId, during, 101),
      'what is stored of it as errors': selectThrown(scope, traceId, during, 101),
      'its metrics': selectRelatedMetrics({ scope, services, resources: ['77'], during }, 101),
    });
  });
});
