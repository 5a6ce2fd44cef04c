import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { toOutage } from './outage.js';

describe('toOutage', () => {
  const withState = (code: string) => Object.assign(new Error('text'), { code, severity: 'FATAL' });

  it('converts failures of the server, its disk, its memory or its connections', () => {
    const states = [
      '08006',
      '08P01',
      '25006',
      '25P03',
      '40001',
      '40P01',
      '53100',
      '53200',
      '53300',
      '55P03',
      '57P01',
      '57P02',
      '57P03',
      '58030',
    ];
    for (const state of states) assert.equal(toOutage(withState(state))?.code, 'unavailable', state);
    assert.equal(toOutage(withState('57014'))?.code, 'timeout');
  });

  it('leaves failures of the statement unchanged', () => {
    for (const state of ['22P02', '23505', '23503', '42601', '42P01', '22003'])
      assert.equal(toOutage(withState(state)), undefined, state);
  });

  it('converts failures of the socket or the pool', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      errno: -111,
      syscall: 'connect',
    });
    for (const error of [refused, new Error('Connection terminated unexpectedly'), new Error('timeout exceeded')])
      assert.equal(toOutage(error)?.code, 'unavailable');
  });

  it('leaves bugs and a ServiceError unchanged', () => {
    assert.equal(toOutage(new TypeError('undefined is not a function')), undefined);
    assert.equal(toOutage(new ServiceError('not_found')), undefined);
    assert.equal(toOutage('text'), undefined);
  });

  it('keeps the cause but does not reveal its text', () => {
    const error = toOutage(withState('57P01'));
    assert.equal((error?.cause as Error).message, 'text');
    assert.deepEqual(error?.toBody(), new ServiceError('unavailable').toBody());
  });
});
