import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '@svc/service-error';
import { Admission } from './admission.js';
import { contentEncoding, expand, readBody } from './body.js';

const code = (expected: string) => (error: unknown) => error instanceof ServiceError && error.code === expected;

const limits = (maxBytes: number, admission = new Admission(1e9)) => ({ maxBytes, reservation: admission.open() });

describe('readBody', () => {
  it('returns the bytes that were sent and reserves their size', async () => {
    const admission = new Admission(1e6);
    const source = new PassThrough();
    const reading = readBody(source, limits(1e6, admission));
    source.write('half');
    source.end(' whole');
    assert.equal((await reading).toString(), 'half whole');
    assert.equal(admission.reservedBytes, 10);
  });

  it('refuses a body beyond a limit immediately and leaves the stream open for the response', async () => {
    const full = new Admission(1000);
    full.open().grow(900);
    for (const [reserved, expected] of [
      [limits(100), 'payload_too_large'],
      [limits(1e6, full), 'concurrency_limited'],
    ] as const) {
      const source = new PassThrough();
      const reading = readBody(source, reserved);
      source.write(Buffer.alloc(500));
      await assert.rejects(reading, code(expected));
      assert.equal(source.destroyed, false);
    }
  });

  it('gives up when the client pauses or takes too long', async () => {
    const silent = new PassThrough();
    silent.write('half');
    await assert.rejects(readBody(silent, { ...limits(1e6), stallMs: 20 }), code('timeout'));
    const dripping = new PassThrough();
    const drip = setInterval(() => dripping.write('.'), 5);
    await assert.rejects(readBody(dripping, { ...limits(1e6), stallMs: 1000, wholeMs: 50 }), code('timeout'));
    clearInterval(drip);
  });

  it('gives up on a client that trickles after it has sent much, but not on one that is slow all the time', async () => {
    const trickling = new PassThrough();
    trickling.write(Buffer.alloc(100_000));
    const drip = setInterval(() => trickling.write('.'), 5);
    await assert.rejects(readBody(trickling, { ...limits(1e6), paceMs: 20 }), code('timeout'));
    clearInterval(drip);
    const slow = new PassThrough();
    const steady = setInterval(() => slow.write('.'), 5);
    setTimeout(() => slow.end(), 700);
    assert.ok((await readBody(slow, { ...limits(1e6), paceMs: 200 })).byteLength > 10);
    clearInterval(steady);
  });

  it('reports a disconnected client as an error of the client', async () => {
    const source = new PassThrough();
    const reading = readBody(source, limits(1e6));
    source.destroy(new Error('reset'));
    await assert.rejects(reading, code('cancelled'));
  });
});

describe('content encoding of a body', () => {
  it('reads the content encoding in any case, and refuses an unknown one with 415', () => {
    for (const header of [undefined, '', 'identity', ' Identity ']) assert.equal(contentEncoding(header), 'identity');
    for (const header of ['gzip', 'GZIP', 'x-gzip']) assert.equal(contentEncoding(header), 'gzip');
    for (const header of ['deflate', 'zlib']) assert.equal(contentEncoding(header), 'deflate');
    for (const header of ['br', 'zstd']) assert.equal(contentEncoding(header), header);
    for (const header of ['snappy', 'gzip, gzip', 'toString']) {
      assert.throws(() => contentEncoding(header), code('unsupported_media_type'));
    }
  });

  it('decompresses correctly regardless of the size in the trailer', async () => {
    const content = Buffer.from('telemetry '.repeat(50_000));
    const honest = gzipSync(content);
    assert.deepEqual(await expand(honest, 'gzip', limits(1e6)), content);
    for (const claimed of [0, 1, 0xffffffff]) {
      const lying = Buffer.from(honest);
      lying.writeUInt32LE(claimed, lying.length - 4);
      await assert.rejects(expand(lying, 'gzip', limits(1e6)), code('invalid_request'));
    }
  });

  it('refuses a body that exceeds the limit before decompressing it', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    assert.ok(bomb.length < 20_000);
    await assert.rejects(expand(bomb, 'gzip', limits(1e6)), code('payload_too_large'));
  });

  it('reserves the decompressed size before decompression, and exactly that size afterwards', async () => {
    const admission = new Admission(1000);
    const content = Buffer.alloc(800, 'x');
    await expand(gzipSync(content), 'gzip', limits(1e6, admission));
    assert.equal(admission.reservedBytes, 800);
    await assert.rejects(expand(gzipSync(content), 'gzip', limits(1e6, admission)), code('concurrency_limited'));
  });

  it('decompresses all members of a gzip body', async () => {
    const members = Buffer.concat([gzipSync(Buffer.alloc(5000, 'a')), gzipSync(Buffer.from('b'))]);
    const admission = new Admission(1e6);
    assert.equal((await expand(members, 'gzip', limits(10_000, admission))).byteLength, 5001);
    assert.equal(admission.reservedBytes, 5001);
  });

  it('rejects invalid or truncated gzip', async () => {
    const half = gzipSync(Buffer.from('telemetry')).subarray(0, 20);
    for (const body of [Buffer.alloc(0), Buffer.from('plain'), half]) {
      await assert.rejects(expand(body, 'gzip', limits(1e6)), code('invalid_request'));
    }
  });
});
