import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { eventually } from '@svc/testing';
import { defaultProjectId, makeKey, ok } from '../api.js';
import { newTraceId } from '../spans.js';
import { theService } from '../topology.js';

const ENCODINGS: [name: string, compress: (text: string) => Uint8Array<ArrayBuffer>][] = [
  ['gzip', (text) => new Uint8Array(gzipSync(text))],
  ['deflate', (text) => new Uint8Array(deflateSync(text))],
  ['deflate', (text) => new Uint8Array(deflateRawSync(text))],
  ['zlib', (text) => new Uint8Array(deflateSync(text))],
  ['br', (text) => new Uint8Array(brotliCompressSync(text))],
  ['zstd', (text) => new Uint8Array(zstdCompressSync(text))],
];

describe('compressed requests over OTLP/HTTP', () => {
  let key: string;
  beforeAll(async () => {
    key = (await makeKey(['logs:read', 'telemetry:write'], await defaultProjectId())).secret;
  });

  for (const [index, [name, compress]] of ENCODINGS.entries()) {
    it(`accepts a request compressed as ${name} (${index}), and returns its content`, async () => {
      const { ingestUrl } = theService();
      const traceId = newTraceId();
      const logRecords = [
        { timeUnixNano: `${Date.now()}000000`, traceId, body: { stringValue: `encoded as ${name} `.repeat(100) } },
      ];
      const request = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
      const answer = await fetch(`${ingestUrl}/v1/logs`, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, 'content-type': 'application/json', 'content-encoding': name },
        body: compress(request),
      });
      assert.equal(answer.status, 200, await answer.text());
      await eventually('the record is stored', async () => {
        const { logs } = await ok('GET', `/logs?trace_id=${traceId}`, { key });
        return (logs as unknown[]).length === 1;
      });
    });
  }
});
