import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { parseJsonBody, refuseBody } from './request-body.js';

const BODY = Buffer.from('{"name":"x"}');

describe('request body', () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    it(`reads the body as JSON for the type ${type}`, () => {
      assert.deepEqual(parseJsonBody({ 'content-type': type }, BODY), { name: 'x' });
    });
  }

  for (const type of [
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'application/json; charset=latin1',
    'text/json',
  ]) {
    it(`rejects the body with 415 for the type ${type ?? 'nothing'}`, () => {
      assert.throws(
        () => parseJsonBody({ 'content-type': type }, BODY),
        (error) => error instanceof ServiceError && error.httpStatus === 415,
      );
    });
  }

  it('rejects a compressed body with 415', () => {
    assert.throws(
      () => parseJsonBody({ 'content-type': 'application/json', 'content-encoding': 'gzip' }, BODY),
      (error) => error instanceof ServiceError && error.httpStatus === 415,
    );
  });

  it('accepts an absent body of any type as the empty object', () => {
    assert.deepEqual(parseJsonBody({}, new Uint8Array()), {});
    assert.deepEqual(parseJsonBody({ 'content-type': 'text/plain' }, Buffer.alloc(0)), {});
  });

  it('rejects a body for an operation without one', () => {
    refuseBody(Buffer.alloc(0));
    assert.throws(() => refuseBody(BODY), ServiceError);
  });
});
