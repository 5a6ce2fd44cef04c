import assert from 'node:assert/strict';
import { ownRange, toIntervalMs, usesPageRange } from './times.js';
import { fillFilter, fillNames, readVariables, toParameters, writeVariable } from './variables.js';

const SERVICE = { name: 'service', default: 'checkout' };

describe('the variables of a dashboard', () => {
  it('are in the address unless they have their default, also without a value', () => {
    assert.deepEqual(readVariables([SERVICE], {}), { service: 'checkout' });
    assert.deepEqual(readVariables([SERVICE], { 'var.service': '' }), { service: '' });
    assert.deepEqual(writeVariable({ from: '-1d' }, SERVICE, ''), { from: '-1d', 'var.service': '' });
    assert.deepEqual(writeVariable({ 'var.service': 'web' }, SERVICE, 'checkout'), {});
    assert.deepEqual(toParameters({ service: 'a:b' }), ['service:a:b']);
  });

  it.each([
    ['service:$service', 'service:"a \\"b\\""'],
    ['$service AND x', '"a \\"b\\"" AND x'],
    ['"$service" AND y:$none', '"$service" AND y:*'],
    ['$service:x', '$service:x'],
    ['\\$service', '\\$service'],
    ['$other', '$other'],
  ])('%s is filled as %s', (q, expected) => {
    assert.equal(fillFilter(q, { service: 'a "b"', none: '' }), expected);
  });

  it('stand for names of lists', () => {
    assert.deepEqual(fillNames(['$service', 'web', '$none'], { service: 'cart', none: '' }), ['cart', 'web']);
  });
});

describe('the time range of a dashboard', () => {
  it('is its own one unless the address has another or the page is chosen', () => {
    assert.equal(usesPageRange('auto', {}), false);
    assert.equal(usesPageRange('auto', { from: '-1d' }), true);
    assert.equal(usesPageRange('own', { from: '-1d' }), false);
    assert.equal(usesPageRange('page', {}), true);
    assert.deepEqual(ownRange('6h'), { from: '-6h', to: 'now' });
    assert.deepEqual([toIntervalMs('30s'), toIntervalMs('1h'), toIntervalMs('')], [30_000, 3_600_000, undefined]);
  });
});
