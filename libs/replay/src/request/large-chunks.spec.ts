import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import { ServiceError } from '@svc/service-error';
import { guessPlace, prepareChunk } from './prepare.js';
import { MAX_REQUEST_BYTES } from './read-request.js';

const MIB = 1024 * 1024;
const NOW = 1_790_000_000_000;

const custom = (payload: unknown) => ({ type: 5, timestamp: NOW, data: { tag: 'note', payload } });

/** Prepares events. @returns the bytes of the redacted ones, or the reason of the refusal. */
function prepare(events: readonly unknown[]): number | string {
  const body = Buffer.from(JSON.stringify({ session_id: 's', window_id: 'w', seq: 0, distinct_id: 'd', events }));
  try {
    const prepared = prepareChunk(body, { place: guessPlace(body) });
    assert.ok(prepared.content);
    return prepared.bytes;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

/** An event in whose text the number 1e20 stands as it is, which JSON writes with 21 digits. */
function shortNumbers(count: number): string {
  return JSON.stringify(custom([])).replace('[]', `[${Array.from({ length: count }, () => '1e20').join()}]`);
}

describe('a chunk that redaction or unpacking makes larger', () => {
  it('is refused with the event that is too long after redaction', () => {
    const events = [custom('a'), shortNumbers(MIB)];
    assert.equal(
      prepare(events),
      `payload_too_large events[1]: the event has more than ${MAX_REQUEST_BYTES} bytes as JSON after redaction`,
    );
  });

  it('is refused if its events are too long together after redaction', () => {
    const events = Array.from({ length: 4 }, () => shortNumbers(MIB / 5));
    assert.equal(
      prepare(events),
      `payload_too_large events: they have more than ${MAX_REQUEST_BYTES} bytes as JSON after redaction`,
    );
    assert.ok(Number(prepare(events.slice(1))) > 13 * MIB, 'three of them are below the limit');
  });

  it('is refused if texts that take the place of others make it too long', () => {
    const query = 'a=1&'.repeat(350_000);
    const pages = Array.from({ length: 4 }, () => ({
      type: 4,
      timestamp: NOW,
      data: { href: `https://x.example/?${query}` },
    }));
    assert.match(String(prepare(pages)), /^payload_too_large events: .*after redaction$/);
  });

  it.each([
    [
      'packed as by rrweb',
      (text: string) => deflateSync(JSON.stringify({ ...custom(text), v: 'v1' })).toString('latin1'),
    ],
    ['packed as text', (text: string) => JSON.stringify(custom(text))],
    [
      'compressed as by PostHog',
      (text: string) => ({
        ...custom(''),
        cv: '2024-10',
        data: gzipSync(JSON.stringify({ tag: 'note', payload: text })).toString('latin1'),
      }),
    ],
  ])('is refused if its events, %s, are too long together', (_, pack) => {
    const third = pack('x '.repeat((MAX_REQUEST_BYTES / 2) * 0.34));
    assert.equal(typeof prepare([third, third]), 'number');
    assert.equal(
      prepare([third, third, third]),
      `payload_too_large events: unpacked, they have more than ${MAX_REQUEST_BYTES} bytes altogether`,
    );
  });

  it('with too many packed events is refused before any is unpacked', () => {
    const bomb = deflateSync(Buffer.alloc(MAX_REQUEST_BYTES + 1, 32)).toString('latin1');
    const reason = 'invalid_request events: must hold 1 to 20000 events';
    assert.equal(prepare(Array.from({ length: 20_001 }, (_, index) => (index === 0 ? bomb : 'x'))), reason);
  });
});
