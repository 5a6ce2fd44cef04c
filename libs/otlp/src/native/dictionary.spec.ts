import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Dictionary } from './dictionary.js';

function findIndex(dictionary: Dictionary, text: Buffer): number {
  const view = new DataView(text.buffer, text.byteOffset, text.length);
  return dictionary.indexOf(text, view, 0, text.length);
}

function textAt(dictionary: Dictionary, index: number): string {
  return dictionary.data.bytes.toString('utf8', dictionary.start(index), dictionary.end(index));
}

it('assigns one index to equal texts, different ones to different texts, and the first to the empty text', () => {
  const texts = fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 40 })), {
    maxLength: 300,
  });
  const dictionary = new Dictionary();
  fc.assert(
    fc.property(texts, (list) => {
      dictionary.reset();
      const seen = new Map([['', 0]]);
      for (const text of list) {
        if (!seen.has(text)) seen.set(text, seen.size);
        assert.equal(findIndex(dictionary, Buffer.from(text)), seen.get(text));
      }
      assert.equal(dictionary.count, seen.size);
      for (const [text, index] of seen) assert.equal(textAt(dictionary, index), text);
    }),
  );
});

it('stores invalid UTF-8 in repaired form', () => {
  const dictionary = new Dictionary();
  const broken = Buffer.from([0x61, 0xff]);
  const index = findIndex(dictionary, broken);
  assert.equal(textAt(dictionary, index), 'a\ufffd');
  assert.equal(findIndex(dictionary, broken), index);
  assert.equal(findIndex(dictionary, Buffer.from([0x61, 0xfe])), index);
  assert.equal(findIndex(dictionary, Buffer.from('a\ufffd')), index);
  assert.equal(dictionary.count, 2);
});

it('finds colliding texts, or adds them again, after a bounded number of probes', () => {
  let looks = 0;
  class Colliding extends Dictionary {
    protected override hash(): number {
      return 7;
    }
    override equals(...text: Parameters<Dictionary['equals']>): boolean {
      looks++;
      return super.equals(...text);
    }
  }
  const dictionary = new Colliding();
  const texts = Array.from({ length: 2000 }, (_, i) => Buffer.from(`text-${i}`));
  for (const text of texts) assert.equal(textAt(dictionary, findIndex(dictionary, text)), text.toString());
  assert.ok(looks <= texts.length * 64, `${looks} comparisons`);
});
