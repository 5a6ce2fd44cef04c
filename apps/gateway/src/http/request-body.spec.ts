import assert from 'node:assert/strict';
import { ServiceError } from '@svc/errors';
import { parseJsonBody, refuseBody } from './request-body.js';

const BODY = Buffer.from('{"name":"x"}');

describe('request body', () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    it(`is read as JSON when it says ${type}`, () => {
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
    it(`is rejected with 415 when it says ${type ?? 'nothing'}`, () => {
      assert.throws(
        () => parseJsonBody({ 'content-type': type }, BODY),
        (error) => error instanceof ServiceError && error.httpStatus === 415,
      );
    });
  }

  it('is rejected with 415 when it is compressed', () => {
    assert.throws(
      () => parseJsonBody({ 'content-type': 'application/json', 'content-encoding': 'gzip' }, BODY),
      (error) => error instanceof ServiceError && error.httpStatus === 415,
    );
  });

  it('may be absent, whatever its type, and is then the empty object', () => {
    assert.deepEqual(parseJsonBody({}, new Uint8Array()), {});
    assert.deepEqual(parseJsonBody({ 'content-type': 'text/plain' }, Buffer.alloc(0)), {});
  });

  it('is rejected by an operation that takes none', () => {
    refuseBody(Buffer.alloc(0));
    assert.throws(() => refuseBody(BODY), ServiceError);
  });
});
