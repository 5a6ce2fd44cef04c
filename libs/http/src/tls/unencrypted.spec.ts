import assert from 'node:assert/strict';
import { unencryptedWarning } from './index.js';

describe('unencryptedWarning', () => {
  const rows = [
    ['127.0.0.1', false, false],
    ['::1', false, false],
    ['0.0.0.0', false, true],
    ['::', false, true],
    ['0.0.0.0', true, false],
  ] as const;
  for (const [host, isEncrypted, warns] of rows) {
    it(`${warns ? 'warns' : 'is silent'} on ${host} ${isEncrypted ? 'with' : 'without'} TLS`, () => {
      assert.equal(unencryptedWarning('OTLP', { host, isEncrypted }) !== undefined, warns);
    });
  }
});
