import { checkGolden, testScope } from '@svc/reading/testing';
import { selectFields } from '../../fields/fields.query.js';
import { spanConditions } from '../filters/trace-filters.js';
import { FIELDS_OF_SPANS } from './fields-of-spans.js';
import { selectSpanSampleStart, selectSpanTotal } from './span-sample.query.js';

describe('the statements of span fields', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const filters = { service: ['cart'], operation: ['GET /pay'], environment: ['prod'], distinctId: 'u' };
    const filter = spanConditions({ ...filters, q: 'timeout', minDurationNs: 5n, status: 'error' }, scope);
    const range = { from: 1_795_200_000_000_000_000n, to: 1_795_200_300_000_000_000n };
    const records = { scope, range, filter, sample: 1000 };
    const wanted = { values: 10, limit: 501 };
    const succeeded = spanConditions({ ...filters, q: '', minDurationNs: 0n, status: 'ok' }, scope);
    checkGolden(import.meta.url, {
      'where the sample begins': selectSpanSampleStart(records),
      'the fields of the sample': selectFields(FIELDS_OF_SPANS, { ...records, filter: [] }, wanted),
      'fields whose names begin with a text': selectFields(
        FIELDS_OF_SPANS,
        { ...records, filter: succeeded },
        { ...wanted, prefix: 'Http.' },
      ),
      'how many spans there are': selectSpanTotal(records),
    });
  });
});
