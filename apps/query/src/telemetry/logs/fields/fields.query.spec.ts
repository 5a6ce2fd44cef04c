import { checkGolden, testScope } from '@svc/reading/testing';
import { selectFields } from '../../fields/fields.query.js';
import { selectRenamedFields } from '../../fields/renamed-fields.query.js';
import { logFilters, NO_FILTERS } from '../log-filters.js';
import { selectLogCount, selectSampleStart } from '../log-sample.query.js';
import { FIELDS_OF_LOGS } from './fields-of-logs.js';

describe('the statements of log fields', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const filter = logFilters({ ...NO_FILTERS, service: ['cart'] }, scope);
    const range = { from: 1_795_200_000_000_000_000n, to: 1_795_200_300_000_000_000n };
    const records = { scope, range, filter, isByMinute: false, sample: 1000 };
    checkGolden(import.meta.url, {
      'where the sample begins': selectSampleStart(records),
      'the fields of the sample': selectFields(FIELDS_OF_LOGS, records, { values: 10, limit: 501 }),
      'the fields with several names': selectRenamedFields(
        FIELDS_OF_LOGS,
        records,
        [
          { source: 'attribute', name: 'http.request.method' },
          { source: 'resource', name: 'cloud.resource_id' },
        ],
        { values: 10, limit: 2 },
      ),
      'how many records there are': selectLogCount(records),
      'how many records its minutes have': selectLogCount({ ...records, isByMinute: true }),
    });
  });
});
