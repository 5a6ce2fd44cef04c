import assert from 'node:assert/strict';
import { isLoopback } from './index.js';

describe('isLoopback', () => {
  for (const host of ['127.0.0.1', '127.8.9.10', '::1', 'localhost'])
    it(`accepts ${host}`, () => assert.equal(isLoopback(host), true));
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'fe80::1', 'example.test', ''])
    it(`rejects '${host}'`, () => assert.equal(isLoopback(host), false));
});
