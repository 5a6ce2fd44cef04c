import assert from 'node:assert/strict';
import { ApiError } from '../../api/api-error.js';
import { explainError } from './explain-error.js';

describe('the explanation of a refusal', () => {
  const why = (message: string, details?: unknown): string =>
    explainError(new ApiError(400, 'invalid_request', message, { fields: { details } })).why;

  it('names the fields that the message does not name', () => {
    const details = [{ path: 'config.secret', reason: 'is required again' }];
    assert.equal(why('The request is invalid.', details), 'The request is invalid. config.secret is required again.');
    assert.equal(why('config.secret is required again', details), 'config.secret is required again');
    assert.equal(why('The request is invalid.'), 'The request is invalid.');
  });
});
