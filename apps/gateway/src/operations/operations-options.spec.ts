import assert from 'node:assert/strict';
import { toOwnAddress } from './operations-options.js';

const CASES: readonly (readonly [string, string])[] = [
  ['0.0.0.0:7001', '127.0.0.1:7001'],
  ['[::]:7001', '[::1]:7001'],
  ['127.0.0.1:7001', '127.0.0.1:7001'],
  ['10.0.0.0:7001', '10.0.0.0:7001'],
  ['unix:/run/gateway.sock', 'unix:/run/gateway.sock'],
];
for (const [listen, reached] of CASES) {
  it(`maps ${listen} to ${reached}`, () => assert.equal(toOwnAddress(listen), reached));
}
