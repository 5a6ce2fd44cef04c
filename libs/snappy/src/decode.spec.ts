import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { snappyDecode, snappySize } from './decode.js';

const MIB = 1024 * 1024;
const refused = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;
const decode = (...bytes: number[]): string => snappyDecode(Buffer.from(bytes), MIB).toString('latin1');
const A = 0x61;

/** Blocks that version 7.4 of `snappy` on npm has written. */
const request = '{app="shop"} GET /cart 200 {app="shop"} GET /cart 500 ';
const written: readonly [content: string, base64: string][] = [
  ['', 'AA=='],
  ['a', 'AQBh'],
  ['abc'.repeat(12), 'JAhhYmOCAwA='],
  [request.repeat(4), '2AFse2FwcD0ic2hvcCJ9IEdFVCAvY2FydCAyMDAge1YbAAA1ZhsA/jYA/jYAHTY='],
];
for (const [content, base64] of written) {
  it(`decodes a block of another implementation with ${content.length} bytes`, () => {
    const block = Buffer.from(base64, 'base64');
    assert.equal(snappySize(block), content.length);
    assert.equal(snappyDecode(block, content.length).toString(), content);
  });
}

/** An element with what it appends to the content before it. */
interface Element {
  encode(written: Buffer): readonly [block: Buffer, content: Buffer];
}

const literal = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(4)).map(([bytes, least]): Element => {
  const rest = bytes.length - 1;
  const needed = rest < 60 ? 0 : rest < 256 ? 1 : 2;
  const extra = Math.max(needed, least);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(rest);
  const tag = Buffer.from([(extra === 0 ? rest : 59 + extra) << 2]);
  const block = Buffer.concat([tag, length.subarray(0, extra), bytes]);
  return { encode: () => [block, Buffer.from(bytes)] };
});

const copy = fc
  .tuple(fc.constantFrom(1, 2, 3), fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 64 }))
  .map(([kind, back, wanted]): Element => ({
    encode: (before) => {
      if (before.length === 0) return [before, before];
      const offset = 1 + Math.floor(back * Math.min(before.length - 1, kind === 1 ? 2046 : 65_000));
      const length = kind === 1 ? 4 + (wanted % 8) : wanted;
      const content = Buffer.from(
        Array.from({ length }, (_, at) => before[before.length - offset + (at % offset)] ?? 0),
      );
      const block = Buffer.alloc(kind === 1 ? 2 : kind === 2 ? 3 : 5);
      block[0] = kind === 1 ? ((offset >> 8) << 5) | ((length - 4) << 2) | 1 : ((length - 1) << 2) | kind;
      if (kind === 1) block[1] = offset & 0xff;
      else if (kind === 2) block.writeUInt16LE(offset, 1);
      else block.writeUInt32LE(offset, 1);
      return [block, content];
    },
  }));

function sizeBytes(size: number): Buffer {
  const bytes: number[] = [];
  for (let rest = size; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

it('decodes every sequence of literals and copies, also copies that overlap what they write', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(literal, copy), { maxLength: 30 }), (elements) => {
      let [block, content] = [Buffer.alloc(0), Buffer.alloc(0)];
      for (const element of elements) {
        const [encoded, added] = element.encode(content);
        block = Buffer.concat([block, encoded]);
        content = Buffer.concat([content, added]);
      }
      const whole = Buffer.concat([sizeBytes(content.length), block]);
      assert.deepEqual(snappyDecode(whole, content.length), content);
      if (content.length > 0) {
        assert.throws(() => snappyDecode(whole, content.length - 1), refused('payload_too_large'));
        assert.throws(() => snappyDecode(whole.subarray(0, -1), MIB), refused('invalid_request'));
      }
    }),
    { numRuns: 500 },
  );
});

const malformed: readonly [string, ...number[]][] = [
  ['nothing'],
  ['a size without an end', 0x80],
  ['a size of more than five bytes', 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  ['a size that its bytes cannot decode to', 0xff, 0xff, 0xff, 0xff, 0x0f, 0, A],
  ['less content than stated', 3, 0, A],
  ['more content than stated', 1, 4, A, A],
  ['a literal that is cut off', 4, 12, A],
  ['a literal whose length is cut off', 70, 61 << 2, 1],
  ['a literal of four gigabytes', 9, 63 << 2, 0xff, 0xff, 0xff, 0xff, A, A],
  ['a copy before any content', 4, 1, 1],
  ['a copy from before the beginning', 6, 4, A, A, 1, 3],
  ['a copy from where it writes', 6, 4, A, A, 1, 0],
  ['a copy beyond the stated size', 5, 4, A, A, 1, 1],
  ['a copy whose offset is cut off', 6, 4, A, A, 2, 1],
];
for (const [name, ...bytes] of malformed) {
  it(`refuses ${name}`, () => assert.throws(() => decode(...bytes), refused('invalid_request')));
}

it('throws nothing but a ServiceError for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(100), (bytes, size) => {
      try {
        snappyDecode(Buffer.concat([sizeBytes(size), bytes]), MIB);
      } catch (error) {
        assert.ok(error instanceof ServiceError);
      }
    }),
    { numRuns: 2_000 },
  );
});
