import assert from 'node:assert/strict';
import { toNetwork } from './network.js';

describe('the network of an address', () => {
  for (const [ip, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ] as const) {
    it(`maps ${ip || 'an empty text'} to ${network || 'empty'}`, () => {
      assert.equal(toNetwork(ip), network);
    });
  }
});
