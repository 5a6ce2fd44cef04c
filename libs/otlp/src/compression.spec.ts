import assert from 'node:assert/strict';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expandAsync, expandSync, releaseExpanded } from './compression.js';

const CONTENT = Buffer.alloc(100_000, 'telemetry');

it('releases the memory of a body', async () => {
  for (const body of [
    expandSync(gzipSync(CONTENT), 'gzip'),
    await expandAsync(gzipSync(CONTENT), 'gzip', CONTENT.length),
  ]) {
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

const COMPRESSED = [
  ['gzip', gzipSync(CONTENT)],
  ['deflate', deflateSync(CONTENT)],
  // Raw deflate, which many clients send, although the name means the zlib format.
  ['deflate', deflateRawSync(CONTENT)],
  ['br', brotliCompressSync(CONTENT)],
  ['zstd', zstdCompressSync(CONTENT)],
] as const;
for (const [encoding, body] of COMPRESSED) {
  it(`expands ${encoding} to the limit and no further`, async () => {
    assert.deepEqual(expandSync(body, encoding), CONTENT);
    assert.deepEqual(await expandAsync(body, encoding, CONTENT.length), CONTENT);
    await assert.rejects(expandAsync(body, encoding, CONTENT.length - 1), { code: 'ERR_BUFFER_TOO_LARGE' });
    await assert.rejects(expandAsync(body.subarray(0, 10), encoding, CONTENT.length));
  });
}

it('refuses a zstd body that demands a window of more than 8 MiB', async () => {
  const body = zstdCompressSync(Buffer.alloc(20 * 1024 * 1024, 'x'), {
    params: { [constants.ZSTD_c_windowLog]: 24, [constants.ZSTD_c_contentSizeFlag]: 0 },
  });
  await assert.rejects(expandAsync(body, 'zstd', 64 * 1024 * 1024));
});
