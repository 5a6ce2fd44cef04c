import assert from 'node:assert/strict';
import { WireReader } from '../wire/reader.js';
import { AnyValue, KeyValue, KIND } from './any-value.js';

function parsed(...parts: (number | Buffer)[]): AnyValue {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
  const reader = new WireReader();
  reader.reset(bytes);
  const value = new AnyValue();
  value.parse(reader, 0, bytes.length, 0, 'value');
  return value;
}

it('uses the last of several values', () => {
  const value = parsed(0x0a, 1, Buffer.from('x'), 0x10, 1);
  assert.deepEqual([value.kind, value.low], [KIND.bool, 1]);
  assert.equal(parsed(0x10, 1, 0x0a, 1, Buffer.from('x')).kind, KIND.string);
});

it('does not mistake a value for a string after a length with more bytes than it needs', () => {
  // A string of length 0, written as 80 00, and bytes of length 125: the second byte is the remaining length, 128.
  const value = parsed(0x0a, 0x80, 0x00, 0x3a, 0x7d, Buffer.alloc(125));
  assert.deepEqual([value.kind, value.start, value.end], [KIND.bytes, 5, 130]);
});

it('reads a key and a value in any order, once or more', () => {
  const bytes = Buffer.from([0x12, 0x02, 0x10, 0x01, 0x0a, 0x01, 0x61, 0x0a, 0x01, 0x62]);
  const reader = new WireReader();
  reader.reset(bytes);
  const pair = new KeyValue();
  pair.parse(reader, 0, bytes.length, 0, 'pair');
  assert.equal(bytes.toString('latin1', pair.keyStart, pair.keyEnd), 'b');
  assert.deepEqual([pair.value.kind, pair.value.low], [KIND.bool, 1]);
});
