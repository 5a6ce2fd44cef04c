import assert from 'node:assert/strict';
import { ServiceError } from '@svc/errors';
import { readJsonBody, refuseBody } from './request-body.js';

const BODY = Buffer.from('{"name":"x"}');

describe('request body', () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    it(`is read as JSON when it says ${type}`, () => {
      assert.deepEqual(readJsonBody({ 'content-type': type }, BODY), { name: 'x' });
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
    it(`is refused with 415 when it says ${type ?? 'nothing'}`, () => {
      assert.throws(
        () => readJsonBody({ 'content-type': type }, BODY),
        (error) => error instanceof ServiceError && error.httpStatus === 415,
      );
    });
  }

  it('is refused with 415 when it is compressed', () => {
    assert.throws(
      () => readJsonBody({ 'content-type': 'application/json', 'content-encoding': 'gzip' }, BODY),
      (error) => error instanceof ServiceError && error.httpStatus === 415,
    );
  });

  it('may be absent, whatever its type, and is then the empty object', () => {
    assert.deepEqual(readJsonBody({}, undefined), {});
    assert.deepEqual(readJsonBody({ 'content-type': 'text/plain' }, Buffer.alloc(0)), {});
  });

  it('is refused by an operation that takes none', () => {
    refuseBody(undefined);
    refuseBody(Buffer.alloc(0));
    assert.throws(() => refuseBody(BODY), ServiceError);
  });
});
