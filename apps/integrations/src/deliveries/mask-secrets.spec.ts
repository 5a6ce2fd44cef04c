import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maskSecrets } from './mask-secrets.js';

const SECRET = 'pa"ss\\word/+& <ü>';
const JSON_IN_URL = encodeURIComponent(JSON.stringify({ token: SECRET }));
const SPELLINGS: Readonly<Record<string, string>> = {
  JSON: JSON.stringify(SECRET),
  'JSON in JSON': JSON.stringify(JSON.stringify(SECRET)),
  'JSON with escaped slashes': JSON.stringify(SECRET).replaceAll('/', '\\/'),
  'JSON in ASCII': [...SECRET].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'a part of a URL': encodeURIComponent(SECRET),
  'a form': new URLSearchParams({ a: SECRET }).toString(),
  'JSON in a URL': JSON_IN_URL,
  HTML: 'pa&quot;ss\\word/+&amp; &lt;&#252;&gt;',
  base64: Buffer.from(SECRET).toString('base64'),
  base64url: Buffer.from(SECRET).toString('base64url'),
  'base64 with a user name': Buffer.from(`ada:${SECRET}`).toString('base64'),
  'base64 after two bytes': Buffer.from(`a:${SECRET}`).toString('base64'),
  'hexadecimal digits': Buffer.from(SECRET).toString('hex').toUpperCase(),
  'other letters': SECRET.toUpperCase(),
};

describe('masked secrets', () => {
  it('replaces a secret where it stands and leaves the rest', () => {
    assert.equal(maskSecrets(`got ${SECRET}, want x`, [SECRET]), 'got [REDACTED], want x');
    assert.equal(maskSecrets('abcdef abcd', ['abcd', 'abcdef']), '[REDACTED] [REDACTED]');
  });

  for (const [name, spelled] of Object.entries(SPELLINGS))
    it(`replaces the whole text if it has a secret as ${name}`, () => {
      assert.equal(maskSecrets(`{"error":"bad ${spelled} "}`, [SECRET, 'other']), '[REDACTED]');
    });

  it('replaces a text for which the search would take too long', () => {
    const secrets = Array.from({ length: 40 }, (_, nth) => `${nth}-${'x'.repeat(2_000)}`);
    assert.equal(maskSecrets('%2541'.repeat(3_000), secrets), '[REDACTED]');
  });

  it('leaves texts without secrets, whatever escapes they have', () => {
    for (const text of ['{"error":"bad \\u0041 %20 &amp; &#9999999; %zz"}', 'aGVsbG8gd29ybGQ=', ''])
      assert.equal(maskSecrets(text, [SECRET]), text);
  });

  it('never shows a secret that JSON or a URL encodes', () => {
    const secret = fc.string({ unit: 'grapheme', minLength: 8 }).filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(secret, fc.string(), fc.boolean(), (text, before, isUrl) => {
        const encoded = isUrl ? encodeURIComponent(text) : JSON.stringify(text);
        assert.ok(!maskSecrets(`${before} ${encoded}`, [text]).includes(encoded));
      }),
    );
  });
});
