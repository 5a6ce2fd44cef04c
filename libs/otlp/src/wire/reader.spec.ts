import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { fieldSet, WireReader } from './reader.js';

function toReader(...bytes: number[]): WireReader {
  const reader = new WireReader();
  reader.reset(Buffer.from(bytes));
  return reader;
}

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof ServiceError && error.code === 'invalid_request' && message.test(error.message);

const varints: readonly [bytes: number[], low: number, high: number][] = [
  [[0x00], 0, 0],
  [[0x7f], 127, 0],
  [[0x80, 0x01], 128, 0],
  [[0xff, 0xff, 0xff, 0xff, 0x0f], 0xffff_ffff, 0],
  [[0x80, 0x80, 0x80, 0x80, 0x10], 0, 1],
  [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 0xffff_ffff, 0xffff_ffff],
  [[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], 0, 0x8000_0000],
  [[0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 1, 0],
];
for (const [bytes, low, high] of varints) {
  it(`reads both halves of varint ${Buffer.from(bytes).toString('hex')}`, () => {
    const reader = toReader(...bytes);
    reader.varint(bytes.length, 'x');
    assert.deepEqual([reader.low, reader.high, reader.pos], [low, high, bytes.length]);
  });
}

it('refuses a number that is truncated or too long', () => {
  assert.throws(() => toReader(0x80).varint(1, 'x'), refused(/^x: .*cut off/));
  assert.throws(() => toReader(...Array<number>(11).fill(0x80)).varint(11, 'x'), refused(/longer than 10 bytes/));
  assert.throws(() => toReader(1, 2, 3).fixed64(3, 'x'), refused(/cut off/));
  assert.throws(() => toReader(1, 2, 3).double(3, 'x'), refused(/cut off/));
});

it('reads nothing beyond the end of the message when the request continues', () => {
  assert.throws(() => toReader(0x80, 0x01).varint(1, 'x'), refused(/cut off/));
  assert.throws(() => toReader(1, 2, 3, 4, 5, 6, 7, 8, 9).fixed64(7, 'x'), refused(/cut off/));
  assert.throws(() => toReader(0x02, 0, 0).length(2, 'x'), refused(/passes the end/));
  assert.equal(toReader(0x02, 0, 0).length(3, 'x'), 2);
});

it('refuses a length of more bytes than the request has, up to 64 bits', () => {
  for (const bytes of varints.slice(3, 7).map(([value]) => value)) {
    assert.throws(() => toReader(...bytes).length(bytes.length, 'x'), refused(/passes the end/));
  }
});

it('reads a length with more bytes than it needs', () => {
  assert.equal(toReader(0x82, 0x80, 0x00, 0, 0).length(5, 'x'), 2);
});

it('refuses field number zero and numbers beyond 29 bits', () => {
  assert.throws(() => toReader(0x02).tag(1, 'x'), refused(/field number/));
  assert.throws(() => toReader(0x80, 0x80, 0x80, 0x80, 0x10).tag(5, 'x'), refused(/field number/));
  assert.equal(toReader(0x82, 0x01).tag(2, 'x'), 0x82);
});

it('skips unknown fields of the four wire types, and refuses groups and reserved types', () => {
  const known = fieldSet(1);
  const passed: readonly number[][] = [
    [0x96, 0x01],
    [1, 2, 3, 4, 5, 6, 7, 8],
    [0x02, 9, 9],
    [1, 2, 3, 4],
  ];
  [0, 1, 2, 5].forEach((wireType, index) => {
    const value = passed[index];
    const reader = toReader(...value);
    reader.skip((20 << 3) | wireType, known, value.length, 'x');
    assert.equal(reader.pos, value.length);
    assert.throws(
      () => toReader(...value.slice(0, -1)).skip((20 << 3) | wireType, known, value.length - 1, 'x'),
      refused(/./),
    );
  });
  for (const wireType of [3, 4, 6, 7]) {
    assert.throws(() => toReader(0, 0).skip((20 << 3) | wireType, known, 2, 'x'), refused(/wire type/));
  }
});

it('refuses a known field with another wire type', () => {
  assert.throws(() => toReader(0).skip(1 << 3, fieldSet(1), 1, 'spans'), refused(/^spans: .*wrong wire type/));
});
