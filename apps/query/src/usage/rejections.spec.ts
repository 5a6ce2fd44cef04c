import assert from 'node:assert/strict';
import { CAPTURE_ERRORS } from '@svc/capture';
import { explainRejection } from './rejections.js';

describe('explainRejection', () => {
  for (const reason of ['timestamp_in_future', 'series_limit', ...Object.keys(CAPTURE_ERRORS)]) {
    it(`says in one sentence what is wrong for ${reason}`, () =>
      assert.match(explainRejection(reason) ?? '', /^[A-Z][^\n]{15,160}\.$/));
  }

  for (const reason of ['', 'none', 'stored', 'of_a_later_version', '__proto__', 'constructor']) {
    it(`has nothing to say about ${JSON.stringify(reason)}`, () => assert.equal(explainRejection(reason), undefined));
  }
});
