import assert from 'node:assert/strict';
import { compileSearch } from '@svc/reading/search-language';
import { SPAN_FIELDS } from '@svc/reading/signals';
import { testScope } from '@svc/reading/testing';
import fc from 'fast-check';
import { toSearchText } from './conditions.js';

const durations = { minDurationNs: 0n, maxDurationNs: 0n };
const ofTag = (key: string, value: string): string => toSearchText({ tags: { [key]: value }, ...durations });

it.each<[string, string, string]>([
  ['error', 'true', 'status:error'],
  ['error', 'false', 'NOT status:error'],
  ['span.kind', 'SERVER', 'kind:"server"'],
  ['otel.status_code', 'ERROR', 'status:"error"'],
  ['otel.library.name', 'lib', 'scope:"lib"'],
  ['http.method', 'GET', '"http.method":"GET"'],
  ['a "b"', 'c\\', '"a \\"b\\"":"c\\\\"'],
  ['name', 'x', '("attributes.name":"x" OR "resource.name":"x")'],
  ['service.version', '1', '"service.version":"1"'],
])('searches the tag %s with the value %s by %s', (key, value, expected) => assert.equal(ofTag(key, value), expected));

it('compares durations to the nanosecond, and combines conditions', () => {
  const tags = { a: '1', b: '2' };
  assert.equal(
    toSearchText({ tags, minDurationNs: 1n, maxDurationNs: 2_500_000_000n }),
    '"a":"1" AND "b":"2" AND duration_ms:>=0.000001 AND duration_ms:<=2500.000000',
  );
});

it('makes a search of every tag that no text ends or adds to', () => {
  const text = fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (key, value) => {
      // Control characters are refused as in every search, which names the field.
      fc.pre(!/\p{Cc}/u.test(key + value));
      assert.doesNotThrow(() => compileSearch(ofTag(`x.${key}`, value), SPAN_FIELDS, testScope(7)));
    }),
  );
});
