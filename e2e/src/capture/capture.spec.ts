import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { eventually } from '@svc/testing';
import { svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { accepted, capture, countEvents, hasProperties, post } from './capture.js';

const R = '[REDACTED]';
const fresh = (name: string) => `${name}-${crypto.randomUUID()}`;
const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
const at = (nanoseconds: number) => `${HOUR_AGO}.${String(nanoseconds).padStart(9, '0')}Z`;
const counted = (distinctId: string, event: string, count: number) =>
  eventually(`${count} ${event} of ${distinctId}`, async () => (await countEvents(distinctId, event)) === count);

describe('capture', () => {
  it('accepts events as JSON in any encoding and content type, also from a beacon', async () => {
    const id = fresh('encodings');
    const text = (message: string) =>
      Buffer.from(JSON.stringify({ events: [{ event: 'encoded', distinct_id: id, message_id: message }] }));
    const sent: [string, Buffer<ArrayBuffer>, Record<string, string>][] = [
      ['plain', text('plain'), { 'content-type': 'text/plain;charset=UTF-8' }],
      ['form', text('form'), { 'content-type': 'application/x-www-form-urlencoded' }],
      ['gzip', gzipSync(text('gzip')), { 'content-encoding': 'gzip' }],
      ['beacon', gzipSync(text('beacon')), { 'content-type': 'text/plain' }],
      ['deflate', deflateSync(text('deflate')), { 'content-encoding': 'deflate' }],
      ['raw deflate', deflateRawSync(text('raw deflate')), { 'content-encoding': 'deflate' }],
      ['br', brotliCompressSync(text('br')), { 'content-encoding': 'br' }],
      ['zstd', zstdCompressSync(text('zstd')), { 'content-encoding': 'zstd' }],
    ];
    for (const [what, bytes, headers] of sent) {
      const answer = await post(new Uint8Array(bytes), headers);
      assert.equal(answer.json['accepted'], 1, `${what}: ${answer.text}`);
    }
    await counted(id, 'encoded', sent.length);
  });

  it('accepts events from pages of any origin', async () => {
    const answer = await fetch(`${theService().ingestUrl}/api/v1/capture`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(answer.headers.get('access-control-allow-headers') ?? '', /x-svc-api-key/);
    assert.equal((await post('{}')).headers.get('access-control-allow-origin'), '*');
  });

  it('redacts set and set_once before an event is published, recursively and whole under names of credentials', async () => {
    const id = fresh('ada@example.com');
    await accepted({
      event: 'identify',
      distinct_id: id,
      set: {
        email: 'ada@example.com',
        nested: [{ card: ['4111 1111 1111 1111', 'ok'] }],
        apiToken: { a: 1 },
        'db-password': null,
        token_count: 5,
        public_key: 'kept',
        run_id: '20260115093011',
        note: '20260115093011',
        nothing: null,
      },
      set_once: { first: 'call +1 (415) 555-2671', privateKey: 7 },
    });
    await hasProperties(id, {
      email: R,
      nested: [{ card: [R, 'ok'] }],
      apiToken: R,
      'db-password': R,
      token_count: 5,
      public_key: 'kept',
      run_id: '20260115093011',
      note: R,
      nothing: null,
      first: `call ${R}`,
      privateKey: R,
    });
  });

  it('applies the rules of property mutations in any order of events', async () => {
    const id = fresh('mutations');
    const event = { event: 'visited', distinct_id: id };
    const events = [
      { ...event, timestamp: at(2), message_id: 'a', set: { plan: 'tie' } },
      { ...event, timestamp: at(2), message_id: 'b', set: { plan: 'wins' } },
      { ...event, timestamp: at(1), message_id: 'z', set: { plan: 'old' } },
      { ...event, timestamp: at(5), message_id: 'c', set_once: { source: 'later' } },
      { ...event, timestamp: at(4), message_id: 'd', set_once: { source: 'earliest' } },
      { ...event, timestamp: at(1), message_id: 'e', set_once: { seat: 'once' } },
      { ...event, timestamp: at(9), message_id: 'f', set: { seat: 'set' } },
      { ...event, timestamp: at(1), message_id: 'g', set: { gone: 1 } },
      { ...event, timestamp: at(2), message_id: 'h', unset: ['gone'] },
      { ...event, timestamp: at(1), message_id: 'i', set_once: { never: 1 } },
      { ...event, timestamp: at(9), message_id: 'j', unset: ['never'] },
    ];
    for (const each of events.toReversed()) await accepted(each);
    await accepted(...events);
    await hasProperties(id, { plan: 'wins', source: 'earliest', seat: 'set' });
    await counted(id, 'visited', events.length);
  });

  it('counts a message ID once, however often it is sent', async () => {
    const id = fresh('repeated');
    const event = { event: 'repeated', distinct_id: id, message_id: fresh('m'), timestamp: at(1) };
    await Promise.all([1, 2, 3].map(() => accepted(event)));
    await accepted(event, { ...event, message_id: fresh('m') });
    await counted(id, 'repeated', 2);
  });

  it('counts identical events without message IDs separately', async () => {
    const id = fresh('again');
    for (let i = 0; i < 3; i++) await accepted({ event: 'again', distinct_id: id });
    await counted(id, 'again', 3);
  });

  it('accepts valid events beside invalid ones', async () => {
    const id = fresh('beside');
    const answer = await capture({ event: 'beside', distinct_id: id }, { event: '', distinct_id: id }, null as never);
    assert.deepEqual([answer['accepted'], answer['rejected']], [1, 2]);
    await counted(id, 'beside', 1);
  });

  it('captures an event with svc send event', async () => {
    const id = fresh('sent');
    const sent = await svc(['send', 'event', 'cli_sent', '--distinct-id', id, '--properties', '{"a":1}', '-o', 'json']);
    assert.equal(sent.code, 0, sent.stderr);
    assert.equal((JSON.parse(sent.stdout) as { accepted: number }).accepted, 1);
    await counted(id, 'cli_sent', 1);
    const refused = await svc(['send', 'event', 'mail ada@example.com', '--distinct-id', id]);
    assert.equal(refused.code, 1);
    assert.equal((JSON.parse(refused.stderr) as { error: string }).error, 'sensitive_event_name');
  });
});
