import { checkGolden, testScope } from '@svc/reading/testing';
import { selectSpan } from '../trace/spans.query.js';
import { selectLinkingSpans } from './linking-spans.query.js';

describe('the statements of one span', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const during = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    checkGolden(import.meta.url, {
      'one span': selectSpan(scope, traceId, spanId, during),
      'the spans that link to it': selectLinkingSpans(scope, { traceId, spanId }, during, 101),
    });
  });
});
