import { checkGolden, testScope } from '@svc/reading/testing';
import { selectReceipts } from './ingest-status.query.js';

describe('the statement of the status of ingestion', () => {
  it('matches the reviewed statement', () => {
    checkGolden(import.meta.url, {
      'receipts of all hours, counts since an hour': selectReceipts(testScope(7), 1_795_197_600_000_000_000n),
    });
  });
});
