import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '@svc/service-error';
import { cpuBudget } from '@svc/test-servers';
import { plainSize, type BodyFormat } from './formats.js';
import { prepareInline } from './prepare.js';

/** Nothing that a client sends may hold the event loop longer; a unit is a millisecond. */
const UNITS = 20;
const BYTES = 64 * 1024;
const TIME = `${Date.now()}000000`;
const CONTEXT = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30 };

/** Repeats a unit until the body has the largest size that is translated on the event loop. */
const fill = (start: string, unit: string, end: string): string =>
  `${start}${unit.repeat((BYTES - start.length - end.length) / unit.length).replace(/,$/, '')}${end}`;

function field(number: number, content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content);
  const length = [(bytes.length & 0x7f) | 0x80, ((bytes.length >> 7) & 0x7f) | 0x80, bytes.length >> 14];
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}

/** A block of Snappy with one literal. */
function block(content: Buffer): Buffer {
  const size = [(content.length & 0x7f) | 0x80, ((content.length >> 7) & 0x7f) | 0x80, content.length >> 14];
  const length = Buffer.alloc(5, 63 << 2);
  length.writeUInt32LE(content.length - 1, 1);
  return Buffer.concat([Buffer.from(size), length, content]);
}

const labelled = (labels: string): Buffer => block(field(1, field(1, labels.slice(0, BYTES - 64))));
const numbered = (unit: (index: number) => string): string =>
  Array.from({ length: 4_000 }, (_, i) => unit(i)).join(',');
const lines = (start: string, unit: string) =>
  fill(`{"streams":[{"stream":{"app":"a"},"values":[${start}`, unit, ']}]}');

/** A delivery that is as large as can be when decompressed. */
const delivery = (write: (size: number) => string): string => {
  const data = gzipSync(write(256 * 1024)).toString('base64');
  return JSON.stringify({ records: [{ data }] });
};

const bodies: readonly [string, BodyFormat, string | Buffer][] = [
  ['lines', 'loki-json', lines('', `["${TIME}","GET /cart 200"],`)],
  ['lines with metadata', 'loki-json', lines('', `["${TIME}","x",{"level":"info","trace_id":"${'ab'.repeat(16)}"}],`)],
  ['empty streams', 'loki-json', fill('{"streams":[', '{},', ']}')],
  ['labels', 'loki-json', `{"streams":[{"stream":{${numbered((i) => `"l${i}":"${i}"`)}},"values":[["${TIME}","x"]]}]}`],
  ['brackets', 'loki-json', '['.repeat(BYTES)],
  ['streams', 'loki-protobuf', block(Buffer.concat(Array.from({ length: 4_900 }, () => field(1, field(1, '{}')))))],
  ['many labels', 'loki-protobuf', labelled(`{${numbered((i) => `l${i}="${i}"`)}}`)],
  ['escapes of bytes', 'loki-protobuf', labelled(fill('{a="', '\\x41', '"}'))],
  ['escapes of characters', 'loki-protobuf', labelled(fill('{a="', '\\u00fc', '"}'))],
  ['an open quote', 'loki-protobuf', labelled(fill('{a="', '\\"', ''))],
  ['objects', 'json-lines', fill('', '{}\n', '')],
  ['logs', 'json-lines', fill('', `{"time":"2026-01-15T09:30:00.5Z","level":50,"msg":"x","a":{"b":1}}\n`, '')],
  ['texts', 'json-lines', fill('', 'a\n', '')],
  ['empty lines', 'json-lines', fill('', '\n', '')],
  ['open brackets', 'json-lines', '{"a":'.repeat(BYTES / 5)],
  ['members', 'json-lines', `{${numbered((i) => `"m${i}":${i}`)}}`],
  ['members under a long name', 'json-lines', `{"${'n'.repeat(200)}":{${numbered((i) => `"m${i}":${i}`)}}}`],
  ['items', 'json-document', fill('[{"a":[', '1,', ']}]')],
  ['lines of brackets', 'json-document', fill('', '{"a":[\n', '')],
  ['lines', 'firehose', delivery((size) => '{}\n'.repeat(size / 3))],
  ['empty lines', 'firehose', delivery((size) => '\n'.repeat(size))],
  ['a long text', 'firehose', delivery((size) => `{"a":"${'b'.repeat(size - 8)}"}`)],
  ['brackets', 'firehose', delivery((size) => `{"a":${'['.repeat(size / 2 - 3)}${']'.repeat(size / 2 - 3)}}`)],
  ['members', 'firehose', delivery((size) => `{${'"a":1,'.repeat(size / 6 - 1)}"b":1}`)],
];

for (const [name, format, body] of bodies) {
  it(`holds the event loop for less than ${UNITS} ms with ${name} in ${format}`, async () => {
    const bytes = Buffer.from(body);
    assert.ok(plainSize(format, bytes) <= BYTES, 'a larger one is translated in a thread');
    await cpuBudget(name, UNITS, () => {
      try {
        prepareInline('logs', format, bytes, CONTEXT);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    });
  });
}
