import assert from 'node:assert/strict';
import { retryInfo } from './retry-info.js';

it('encodes RetryInfo as a detail of google.rpc.Status with the retry delay', () => {
  const bytes = retryInfo(2);
  // details = 3, length-delimited, to the end
  assert.equal(bytes[0], (3 << 3) | 2);
  assert.equal(bytes[1], bytes.length - 2);
  assert.ok(bytes.includes('type.googleapis.com/google.rpc.RetryInfo'));
  // Any.value = RetryInfo { retry_delay { seconds: 2 } }
  assert.deepEqual([...bytes.subarray(-6)], [0x12, 4, 0x0a, 2, 0x08, 2]);
  assert.equal(retryInfo(0).at(-1), 1);
  assert.equal(retryInfo(1000).at(-1), 127);
});
