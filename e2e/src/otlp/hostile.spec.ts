import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { transcodeJson, type Signal } from '@svc/otlp';
import { eventually } from '@svc/testing';
import { defaultProjectId, ok, type Json } from '../api.js';
import { chooseSeed, seededRandom } from '../random.js';
import { theService } from '../topology.js';

const SIGNALS: readonly Signal[] = ['traces', 'logs', 'metrics'];
/** Damaged copies of each signal's request. */
const DAMAGED = 150;
const MIB = 1024 * 1024;

type Content = 'application/json' | 'application/x-protobuf';

async function post(signal: Signal, body: Uint8Array | string, type: Content, isGzip = false) {
  const { ingestUrl, apiKey } = theService();
  const answer = await fetch(`${ingestUrl}/v1/${signal}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': type, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('hostile bodies', () => {
  let project: string;
  const service = `hostile-${randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    project = await defaultProjectId();
  });

  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  const now = String(BigInt(Date.now()) * 1_000_000n);
  const toRequest = (signal: Signal, text: string): string => {
    const attributes = [{ key: text, value: { arrayValue: { values: [{ stringValue: text }, { intValue: '7' }] } } }];
    if (signal === 'traces') {
      const ids = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
      const spans = [{ ...ids, name: text, startTimeUnixNano: now, endTimeUnixNano: now, attributes }];
      return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    }
    if (signal === 'logs') {
      const logRecords = [{ timeUnixNano: now, severityNumber: 9, body: { stringValue: text }, attributes }];
      return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
    }
    const metrics = [{ name: 'hostile', gauge: { dataPoints: [{ timeUnixNano: now, asDouble: 1, attributes }] } }];
    return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
  };

  for (const signal of SIGNALS) {
    it(`accepts damaged protobuf, JSON and gzip of ${signal} or refuses it with 400, never with a server error`, async () => {
      const seed = chooseSeed();
      console.info(`SVC_TEST_SEED=${seed}`);
      const random = seededRandom(seed);
      const json = Buffer.from(toRequest(signal, 'ordinary'));
      const protobuf = Buffer.from(transcodeJson(signal, json));
      const forms = [
        { bytes: json, type: 'application/json', isGzip: false },
        { bytes: protobuf, type: 'application/x-protobuf', isGzip: false },
        { bytes: gzipSync(protobuf), type: 'application/x-protobuf', isGzip: true },
      ] as const;
      const statuses = new Map<number, number>();
      for (let i = 0; i < DAMAGED; i++) {
        const form = forms[i % forms.length] ?? forms[0];
        const damaged = damage(form.bytes, random);
        const { status, text } = await post(signal, damaged, form.type, form.isGzip);
        // The size that gzip claims for itself may exceed the limit.
        assert.ok([200, 400, 413].includes(status), `${status} ${text} to ${damaged.toString('hex')}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      console.info(JSON.stringify(Object.fromEntries(statuses)));
      assert.ok((statuses.get(400) ?? 0) > 0);
    });

    it(`accepts or refuses a body of ${signal} that is cut at any place`, async () => {
      const protobuf = Buffer.from(transcodeJson(signal, Buffer.from(toRequest(signal, 'cut'))));
      for (let length = 1; length < protobuf.length; length += 3) {
        const { status, text } = await post(signal, protobuf.subarray(0, length), 'application/x-protobuf');
        assert.equal(status, 400, `${length} bytes: ${text}`);
      }
      const packed = gzipSync(protobuf);
      for (let length = 1; length < packed.length; length += 7) {
        assert.equal((await post(signal, packed.subarray(0, length), 'application/x-protobuf', true)).status, 400);
      }
    });
  }

  const deepJson = (levels: number): string =>
    toRequest('logs', 'deep').replace(
      '{"stringValue":"deep"},{"intValue":"7"}',
      '{"arrayValue":{"values":['.repeat(levels) + ']}}'.repeat(levels),
    );

  it('accepts or refuses values nested thousands deep, in JSON and in protobuf', async () => {
    for (const levels of [1_000, 100_000]) {
      assert.equal((await post('logs', deepJson(levels), 'application/json')).status, 400, `${levels} levels of JSON`);
    }
    let value: Buffer = Buffer.alloc(0);
    // AnyValue.array_value = 5, ArrayValue.values = 1.
    for (let level = 0; level < 5_000; level++) value = field(5, field(1, value));
    const request = field(1, field(2, field(2, field(5, value))));
    assert.equal((await post('logs', request, 'application/x-protobuf')).status, 400);
  });

  it('refuses decompression bombs, also of several members and with a false size', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MIB));
    assert.equal((await post('logs', bomb, 'application/x-protobuf', true)).status, 413);
    const modest = Buffer.from(bomb);
    modest.writeUInt32LE(1000, modest.length - 4);
    assert.equal((await post('logs', modest, 'application/x-protobuf', true)).status, 413);
    const members = Buffer.concat(Array.from({ length: 10 }, () => gzipSync(Buffer.alloc(10 * MIB))));
    assert.equal((await post('logs', members, 'application/x-protobuf', true)).status, 413);
    const boastful = gzipSync(Buffer.from(transcodeJson('logs', Buffer.from('{}'))));
    boastful.writeUInt32LE(0xffff_ffff, boastful.length - 4);
    assert.equal((await post('logs', boastful, 'application/x-protobuf', true)).status, 400);
  });

  it('stores blank lines, SQL and syntax of formats as text', async () => {
    const texts = [
      '\n\nDROP TABLE logs;\n\n',
      "'); TRUNCATE TABLE spans; --",
      '\n\n\n\nSELECT * FROM system.parts FORMAT Native\n\n',
      'a\0b\u2028c\\N\\t\t{p:String}',
    ];
    for (const signal of SIGNALS) {
      for (const text of texts) {
        const protobuf = transcodeJson(signal, Buffer.from(toRequest(signal, text)));
        const { status } = await post(signal, protobuf, 'application/x-protobuf');
        assert.equal(status, 200);
      }
    }
    const found = await eventually('the records are stored', async () => {
      const page = await ok('GET', `/logs?project_id=${project}&service=${service}&limit=1000`);
      const bodies = new Set([...(page['logs'] as Json[])].map(({ body }) => body as string));
      return texts.every((text) => bodies.has(text)) ? bodies : undefined;
    });
    assert.ok(found.size >= texts.length);
  });
});

/** Cuts, repeats, flips and inserts bytes, like a broken or a malicious sender. */
function damage(bytes: Buffer, random: () => number): Buffer {
  const damaged = [...bytes];
  const place = (): number => Math.floor(random() * damaged.length);
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const kind = Math.floor(random() * 4);
    if (kind === 0) damaged.splice(place());
    else if (kind === 1) damaged[place()] = Math.floor(random() * 256);
    else if (kind === 2) damaged.splice(place(), 0, ...Array.from({ length: 9 }, () => 0xff));
    else damaged.push(...damaged.slice(place()));
  }
  return Buffer.from(damaged.slice(0, 100_000));
}

/** A length-delimited protobuf field. */
function field(number: number, content: Buffer): Buffer {
  const length = [];
  for (let rest = content.length; ; rest = Math.floor(rest / 128)) {
    length.push(rest < 128 ? rest : (rest % 128) + 128);
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), content]);
}
