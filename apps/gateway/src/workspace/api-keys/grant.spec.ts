import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { checkGrant } from './grant.js';

function refusal(requested: string[], held: string[]): ServiceError {
  try {
    checkGrant(requested, held);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
  assert.fail('was granted');
}

describe('grant of scopes', () => {
  it('grants the scopes of the caller, or fewer', () => {
    checkGrant(['logs:read'], ['logs:read', 'traces:read']);
    checkGrant(['logs:read', 'traces:read'], ['traces:read', 'logs:read']);
  });

  it('refuses scopes the caller lacks, by position', () => {
    const { code, details, message } = refusal(['logs:read', 'traces:read'], ['logs:read']);
    assert.equal(code, 'permission_denied');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['scopes[1]'],
    );
    assert.doesNotMatch(message, /traces/);
  });

  it('refuses unknown scopes before it names the scopes that the caller lacks', () => {
    const { code, details } = refusal(['sentinel:read', 'traces:read', 'also:sentinel'], ['logs:read']);
    assert.equal(code, 'invalid_request');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['scopes[0]', 'scopes[2]'],
    );
    assert.doesNotMatch(JSON.stringify(details), /sentinel/);
  });
});
