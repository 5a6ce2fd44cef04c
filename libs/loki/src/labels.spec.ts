import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { parseLabels } from './labels.js';

const read = (text: string) => Object.fromEntries(parseLabels(text, 'labels').map(({ name, value }) => [name, value]));

const parsed: readonly [string, Record<string, string>][] = [
  ['{}', {}],
  [' { } ', {}],
  ['{app="shop"}', { app: 'shop' }],
  ['{ app = "shop" , env="prod", }', { app: 'shop', env: 'prod' }],
  ['{app=`a"\\b`}', { app: 'a"\\b' }],
  ['{"service.name"="shop"}', { 'service.name': 'shop' }],
  ['{path="C:\\\\logs\\t\\"a\\"",b="x,y}"}', { path: 'C:\\logs\t"a"', b: 'x,y}' }],
  ['{a="\\u00fc\\U0001F600\\a"}', { a: 'ü😀\u0007' }],
  ['{a="\\xc3\\xbc!\\303\\274\\n"}', { a: 'ü!ü\n' }],
  ['{a=""}', { a: '' }],
];
for (const [text, expected] of parsed) it(`reads ${text}`, () => assert.deepEqual(read(text), expected));

const refused = [
  '',
  'app="shop"',
  '{',
  '{app="shop"',
  '{app="shop"} x',
  '{app="shop" env="prod"}',
  '{app="a",app="b"}',
  '{app=shop}',
  '{app="shop}',
  '{app=~"shop"}',
  '{,}',
  '{1app="a"}',
  '{a="\\q"}',
  '{a="\\777"}',
  '{a="\\UFFFFFFFF"}',
  '{a="\n"}',
];
for (const text of refused) {
  it(`refuses ${JSON.stringify(text)}`, () =>
    assert.throws(() => read(text), /^ServiceError: labels: must be labels such as \{app="shop"\}, each once$/));
}

it('reads back any labels that are quoted as JSON quotes them, whose escapes Go has too', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (labels) => {
      const quote = (value: string) => JSON.stringify(value).replaceAll('\\/', '/');
      const text = Object.entries(labels).map(([label, value]) => `${label}=${quote(value)}`);
      assert.deepEqual({ ...read(`{${text.join(',')}}`) }, { ...labels });
    }),
  );
});

it('takes time in proportion to the text, and throws nothing but a ServiceError', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}="`,\\ax07uU \n'), maxLength: 60 }), (text) => {
      try {
        read(`{a=${text}`);
      } catch (error) {
        assert.ok(error instanceof ServiceError);
      }
    }),
    { numRuns: 2_000 },
  );
  const long = '\\"'.repeat(200_000);
  assert.equal(read(`{a="${long}"}`)['a'], '"'.repeat(200_000));
  assert.throws(() => read(`{a="${long}`));
});
