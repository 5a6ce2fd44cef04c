import assert from 'node:assert/strict';
import { NotFoundException } from '@nestjs/common';
import { ServiceError } from '@svc/service-error';
import { errorHeaders, translateError } from './error-reply.js';

const frameworkError = (code: string, statusCode: number): Error =>
  Object.assign(new Error('SENTINEL'), { code, statusCode });

describe('translation of errors', () => {
  const cases: [string, unknown, number, string][] = [
    ['our own', new ServiceError('state_conflict'), 409, 'state_conflict'],
    ['an unknown path', new NotFoundException('Cannot GET /SENTINEL'), 404, 'not_found'],
    ['a body over the limit', frameworkError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 413, 'payload_too_large'],
    ['a malformed media type', frameworkError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 415, 'unsupported_media_type'],
    ['a malformed path', frameworkError('FST_ERR_BAD_URL', 400), 400, 'invalid_request'],
    ['a defect of a framework', frameworkError('FST_ERR_REP_INVALID_PAYLOAD_TYPE', 500), 500, 'internal'],
    ['a defect of ours', new TypeError('SENTINEL'), 500, 'internal'],
    ['an error that claims a status', Object.assign(new Error('SENTINEL'), { statusCode: 404 }), 500, 'internal'],
    ['what is no error', 'SENTINEL', 500, 'internal'],
  ];
  for (const [name, thrown, status, code] of cases) {
    it(`answers ${name} with ${status} ${code} and none of its text`, () => {
      const error = translateError(thrown);
      assert.equal(error.httpStatus, status);
      assert.equal(error.code, code);
      assert.doesNotMatch(JSON.stringify(error.toBody()), /SENTINEL/);
    });
  }

  it('says when to come back, in whole seconds, one at least', () => {
    assert.deepEqual(errorHeaders(new ServiceError('rate_limited', { retryAfterSeconds: 12.2 })), {
      'retry-after': '13',
    });
    assert.deepEqual(errorHeaders(new ServiceError('unavailable', { retryAfterSeconds: 0 })), { 'retry-after': '1' });
    assert.deepEqual(errorHeaders(new ServiceError('not_found')), {});
  });

  it('says how to authenticate', () => {
    assert.match(errorHeaders(new ServiceError('key_expired'))['www-authenticate'] ?? '', /^ApiKey/);
  });
});
