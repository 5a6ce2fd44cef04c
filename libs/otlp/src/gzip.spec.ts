import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { expandAsync, expandSync, releaseExpanded } from './gzip.js';

const CONTENT = Buffer.alloc(100_000, 'telemetry');

it('releases the memory of a body', async () => {
  for (const body of [expandSync(gzipSync(CONTENT)), await expandAsync(gzipSync(CONTENT), CONTENT.length)]) {
    assert.deepEqual(body, CONTENT);
    releaseExpanded(body);
    assert.equal(body.buffer.byteLength, 0);
  }
});

it('does not release memory that a body shares with others', () => {
  const neighbour = Buffer.from('neighbour');
  releaseExpanded(Buffer.from('a few bytes of the same pool'));
  assert.equal(neighbour.toString(), 'neighbour');
});
