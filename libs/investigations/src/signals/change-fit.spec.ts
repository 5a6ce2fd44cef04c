import assert from 'node:assert/strict';
import { fits } from './change-fit.js';

const lift = { key: 'release', badShare: 1, goodShare: 0, lift: 20, z: 9, service: 'shop' };
const change = (value: string) => ({
  entity: { type: 'release' as const, name: value },
  at: 0,
  services: [],
  attribute: { key: 'release', value },
});

describe('a release and the version of requests', () => {
  it('fit with and without the name of the service', () => {
    assert.equal(fits(change('1.2'), { ...lift, value: '1.2' }), true);
    assert.equal(fits(change('shop@1.2'), { ...lift, value: 'shop@1.2' }), true);
    assert.equal(fits(change('shop@1.2'), { ...lift, value: '1.2' }), true);
  });

  it('do not fit if the version or the service is another', () => {
    assert.equal(fits(change('shop@1.2'), { ...lift, value: '1.3' }), false);
    assert.equal(fits(change('cart@1.2'), { ...lift, value: '1.2' }), false);
    assert.equal(fits(change('1.2'), { ...lift, key: 'host.name', value: '1.2' }), false);
  });
});
