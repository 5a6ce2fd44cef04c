import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readBody, readBodyAsync, readEnvelope, recordHeaders, type RequestEnvelope } from './envelope.js';

const ENVELOPE = { projectNumber: 7, retentionDays: 30, receivedAtNs: 5n, encoding: 'gzip', hash: 'abc' } as const;

const read = (headers: Record<string, string>): RequestEnvelope => readEnvelope({ offset: 1, timestampMs: 2, headers });

describe('the envelope of a request', () => {
  for (const redacts of [false, true]) {
    it(`reads an envelope as it was written, with redaction ${redacts ? 'on' : 'off'}`, () => {
      const envelope = { ...ENVELOPE, redacts };
      assert.deepEqual(read(recordHeaders(envelope)), envelope);
    });
  }

  it('uses a version of its own with redaction, which a reader without redaction refuses', () => {
    assert.equal(recordHeaders(ENVELOPE)['v'], '1');
    assert.equal(recordHeaders({ ...ENVELOPE, redacts: true })['v'], '2');
    assert.throws(() => read({ ...recordHeaders(ENVELOPE), v: '3' }), /unknown version/);
  });

  const CONTENT = Buffer.from('a protobuf of telemetry'.repeat(1000));
  const BODIES = {
    identity: CONTENT,
    gzip: gzipSync(CONTENT),
    deflate: deflateSync(CONTENT),
    br: brotliCompressSync(CONTENT),
    zstd: zstdCompressSync(CONTENT),
  };
  for (const [encoding, value] of Object.entries(BODIES)) {
    it(`says how the body is read: ${encoding}`, async () => {
      const headers = recordHeaders({ ...ENVELOPE, encoding: encoding as keyof typeof BODIES });
      const record = { offset: 1, timestampMs: 2, key: 'k', headers, value };
      assert.deepEqual(Buffer.from(readBody(record, read(headers))), CONTENT);
      assert.deepEqual(Buffer.from(await readBodyAsync(record, read(headers))), CONTENT);
    });
  }
});
