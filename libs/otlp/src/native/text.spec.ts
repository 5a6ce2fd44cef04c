import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ByteBuffer } from './byte-buffer.js';
import { appendString } from './text.js';

/** Appends `text`, found somewhere inside a larger request, after existing content. */
function stored(text: Uint8Array, before: number, after: number): { content: Buffer; rest: Buffer } {
  const source = Buffer.concat([Buffer.alloc(before, 0xff), text, Buffer.alloc(after, 0xff)]);
  const out = new ByteBuffer(1);
  out.ascii('abc');
  const view = new DataView(source.buffer, source.byteOffset, source.length);
  const start = appendString(out, source, view, before, before + text.length);
  assert.equal(out.bytes.toString('latin1', 0, 3), 'abc');
  return { content: Buffer.from(out.bytes.subarray(start, out.length)), rest: out.bytes.subarray(3, start) };
}

function varint(value: number): Buffer {
  const out = new ByteBuffer();
  out.varint(value);
  return out.bytes.subarray(0, out.length);
}

const pieces = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 150 }).map((text) => Buffer.from(text)),
  fc.string({ maxLength: 300 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ min: 0x7e, max: 0xff, maxLength: 140 }),
);

it('stores UTF-8 unchanged and repairs other bytes as the WHATWG decoder does', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  fc.assert(
    fc.property(pieces, fc.nat(9), fc.nat(9), (text, before, after) => {
      const expected = Buffer.from(decoder.decode(text));
      const { content, rest } = stored(text, before, after);
      assert.deepEqual(content, expected);
      assert.deepEqual(rest, varint(expected.length));
    }),
    { numRuns: 5000 },
  );
});

it('ignores the bytes around a text when it checks for plain ASCII', () => {
  for (let length = 0; length < 20; length++) {
    const text = Buffer.alloc(length, 'x');
    for (let after = 0; after < 5; after++) assert.deepEqual(stored(text, 3, after).content, text);
  }
});
