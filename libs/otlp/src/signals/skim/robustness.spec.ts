import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import type { Signal } from '../../signal.js';
import { requestArbitrary } from '../../testing/arbitraries.js';
import { decodeRequest, encodeRequest } from '../../testing/oracle.js';
import { isItem, referenceRows } from '../../testing/reference.js';
import { CONTEXT } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';
import { skim } from './skim.js';

const SIGNALS: readonly Signal[] = ['traces', 'logs', 'metrics'];
const encoders = {
  traces: createBlockEncoder('traces', { isKnown: () => true }),
  logs: createBlockEncoder('logs', { isKnown: () => true }),
  metrics: createBlockEncoder('metrics', { isKnown: () => true }),
};

/** Number of rows accepted by `skim`, or undefined if it rejects the request; the encoder must agree. */
function outcome(signal: Signal, body: Uint8Array): number | undefined {
  const encoder = encoders[signal];
  encoder.reset();
  const accepted = unlessRefused(() => skim(signal, body, CONTEXT).accepted);
  const rows = unlessRefused(() => {
    encoder.add(body, CONTEXT);
    return encoder.rows;
  });
  assert.equal(rows, accepted);
  if (rows !== undefined) encoder.finish();
  return accepted;
}

function unlessRefused(run: () => number): number | undefined {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
    return undefined;
  }
}

/** Every bit would take seconds; the stride has no factor in common with a byte, so each place in a byte is met. */
const STRIDE = 3;

for (const signal of SIGNALS) {
  const bodies = fc
    .sample(requestArbitrary(signal), { numRuns: 60, seed: 1 })
    .map((request) => encodeRequest(signal, request));
  const body = bodies.reduce((best, next) => (next.length > best.length && next.length < 2000 ? next : best));

  it(`refuses a truncated ${signal} request or reads its whole messages`, () => {
    for (let cut = 0; cut < body.length; cut++) outcome(signal, body.subarray(0, cut));
    // Bytes after the end of the view belong to other requests, so they must not affect the result.
    for (let cut = 0; cut < body.length; cut += 7) {
      const alone = Buffer.alloc(cut);
      body.copy(alone, 0, 0, cut);
      assert.equal(outcome(signal, alone), outcome(signal, body.subarray(0, cut)));
    }
  });

  it(`treats a ${signal} request with a flipped bit the same in skim and encoder`, () => {
    const flipped = Buffer.from(body);
    for (let bit = 0; bit < body.length * 8; bit += STRIDE) {
      flipped[bit >>> 3] ^= 1 << (bit & 7);
      outcome(signal, flipped);
      flipped[bit >>> 3] ^= 1 << (bit & 7);
    }
  });

  it(`treats random bytes as a ${signal} request the same in skim and encoder`, () => {
    const wireLike = fc.array(fc.constantFrom(0, 1, 2, 3, 8, 9, 10, 16, 18, 26, 34, 42, 74, 0x80, 0xff), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          wireLike.map((bytes) => Uint8Array.from(bytes)),
        ),
        (bytes) => {
          outcome(signal, bytes);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it(`accepts every valid ${signal} request, and counts it as an independent implementation does`, () => {
    fc.assert(
      fc.property(requestArbitrary(signal), (request) => {
        const encoded = encodeRequest(signal, request);
        const expected = referenceRows(signal, decodeRequest(signal, encoded), CONTEXT).filter(isItem);
        assert.equal(outcome(signal, encoded), expected.length);
      }),
    );
  });
}

/** A log record whose body is arrays or maps, `depth` inside one another. */
function nested(depth: number, kind: 'array' | 'map'): Buffer {
  let value: Buffer = field(1, Buffer.from('x'));
  for (let i = 0; i < depth; i++)
    value = kind === 'array' ? field(5, field(1, value)) : field(6, field(1, field(2, value)));
  return field(1, field(2, field(2, field(5, value))));
}

for (const kind of ['array', 'map'] as const) {
  it(`accepts a value of ${kind}s 32 deep and refuses it deeper`, () => {
    assert.equal(outcome('logs', nested(32, kind)), 1);
    assert.equal(outcome('logs', nested(33, kind)), undefined);
  });
}

it('refuses a bomb of nested values without recursing into it', () => {
  assert.equal(outcome('logs', nested(4000, 'array')), undefined);
});

function field(number: number, content: Buffer): Buffer {
  const size: number[] = [];
  let rest = content.length;
  do {
    size.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...size]), content]);
}
