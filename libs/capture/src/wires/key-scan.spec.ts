import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KeyScan } from './key-scan.js';
import { readBodyKey } from './wire.js';

function scan(body: string, sliceBytes = Infinity): string | undefined {
  const scan = new KeyScan(Buffer.from(body));
  while (!scan.read(sliceBytes));
  return scan.key;
}

const name = fc.constantFrom('api_key', 'token', 'writeKey', 'batch', 'properties', 'event', '', 'a"token":"b', '\\');
const leaf = fc.oneof(
  fc.string(),
  fc.constantFrom('key', 'other', '{"token":"inner"}', '\\"'),
  fc.integer(),
  fc.constant(null),
);
const { body } = fc.letrec((tie) => ({
  body: fc.oneof({ maxDepth: 6, withCrossShrink: true }, leaf, tie('list'), tie('object'), tie('object')),
  list: fc.array(tie('body'), { maxLength: 3 }),
  object: fc.dictionary(name, tie('body'), { maxKeys: 5, noNullPrototype: true }),
}));

describe('the scan for the key of a body', () => {
  it('finds what parsing finds, in slices of any size and with any blanks', () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 1, '\t'), (value, sliceBytes, blanks) => {
        const text = JSON.stringify(value, null, blanks);
        const parsed = typeof value === 'object' && value ? readBodyKey(Buffer.from(text)) : undefined;
        assert.equal(scan(text), parsed);
        assert.equal(scan(text, sliceBytes), parsed);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[what: string, body: unknown, key: string | undefined]>([
    [
      'the token behind the recorded events',
      [{ properties: { $snapshot_data: [{ token: 'x' }], token: 'key' } }],
      'key',
    ],
    ['no member of a recorded event', [{ properties: { $snapshot_data: [{ token: 'x', api_key: 'x' }] } }], undefined],
    ['no recorded text', [{ properties: { text: '","token":"x"}', b: '\\","token":"x' } }], undefined],
    ['no part of a name', [{ properties: { 'a","token': 'x', '"token': 'x' } }], undefined],
    ['no token of a later event', [{ properties: {} }, { properties: { token: 'x' } }], undefined],
    ['no token beside the properties', [{ token: 'x', properties: { $set: { token: 'x' } } }], undefined],
    ['no properties beside a batch', { batch: [{ event: 'a' }], properties: { token: 'x' } }, undefined],
    ['the key of the body before that of an event', { batch: [{ api_key: 'x' }], api_key: 'key' }, 'key'],
  ])('takes %s', (_, value, key) => {
    const text = JSON.stringify(value);
    assert.equal(scan(text), key);
    assert.equal(readBodyKey(Buffer.from(text)), key);
  });

  it.each([
    '',
    ' ',
    '{',
    '[',
    '{"api_key',
    '{"api_key":"key',
    ']',
    '"token"',
    'data=e30',
    '\ufeff{}',
    '{"api_key":"\\',
  ])('ends without a key in what is no JSON: %j', (text) => {
    assert.equal(scan(text), undefined);
    assert.equal(scan(text, 1), undefined);
  });

  it('stops at the end of the first event of a list, and at the key of a body', () => {
    for (const start of ['[{"properties":{"token":"key"}},', '{"api_key":"key",']) {
      assert.equal(new KeyScan(Buffer.from(`${start}${' '.repeat(1000)}`)).read(start.length), true);
    }
  });
});
