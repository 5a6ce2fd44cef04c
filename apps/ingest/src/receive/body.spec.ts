import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '@svc/errors';
import { contentEncoding, expand } from './body.js';

const code = (expected: string) => (error: unknown) => error instanceof ServiceError && error.code === expected;

describe('a body', () => {
  it('may be plain or gzip, named in any case; anything else is 415', () => {
    for (const header of [undefined, '', 'identity', ' Identity ']) assert.equal(contentEncoding(header), 'identity');
    for (const header of ['gzip', 'GZIP']) assert.equal(contentEncoding(header), 'gzip');
    for (const header of ['br', 'zstd', 'gzip, gzip']) {
      assert.throws(() => contentEncoding(header), code('unsupported_media_type'));
    }
  });

  it('expands to what was compressed, whatever size it claims in its trailer', async () => {
    const content = Buffer.from('telemetry '.repeat(50_000));
    const honest = gzipSync(content);
    assert.deepEqual(await expand(honest, 'gzip', 1e6), content);
    for (const claimed of [0, 1, 0xffffffff]) {
      const lying = Buffer.from(honest);
      lying.writeUInt32LE(claimed, lying.length - 4);
      await assert.rejects(expand(lying, 'gzip', 1e6), code('invalid_request'));
    }
  });

  it('is refused beyond its limit before it is expanded', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    assert.ok(bomb.length < 20_000);
    await assert.rejects(expand(bomb, 'gzip', 1_000_000), code('payload_too_large'));
  });

  it('that is no gzip, or half of one, is refused', async () => {
    const half = gzipSync(Buffer.from('telemetry')).subarray(0, 20);
    for (const body of [Buffer.alloc(0), Buffer.from('plain'), half]) {
      await assert.rejects(expand(body, 'gzip', 1e6), code('invalid_request'));
    }
  });
});
