import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { cpuBudget } from '@svc/test-servers';
import { plainSize, type BodyFormat } from './formats.js';
import { prepareInline } from './prepare.js';

/** Nothing that a client sends may hold the event loop longer; a unit is a millisecond. */
const UNITS = 20;
const BYTES = 64 * 1024;
const TIME = `${Date.now()}000000`;
const CONTEXT = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30 };

/** As many repetitions as fit the largest body that is translated on the event loop. */
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
