import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { API_KEY_KINDS, equalSecrets, generateApiKey, hashSecret, parseApiKey, storedForm } from './api-key.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('API key', () => {
  for (const kind of API_KEY_KINDS) {
    it(`creates keys of kind ${kind} in the documented form and parses them back`, () => {
      const { secret, prefix, sha256 } = generateApiKey(kind);
      assert.match(secret, new RegExp(`^svc_${kind}_[0-9A-Za-z]{40}_[0-9A-Za-z]{6}$`));
      assert.deepEqual(parseApiKey(secret), { form: 'native', kind });
      assert.equal(prefix, secret.slice(0, `svc_${kind}_`.length + 4));
      assert.deepEqual(sha256, createHash('sha256').update(secret).digest());
    });
  }

  it('rejects a key without a lookup when any single character is mistyped', () => {
    const { secret } = generateApiKey('org');
    fc.assert(
      fc.property(fc.integer({ min: 8, max: secret.length - 1 }), fc.constantFrom(...BASE62), (position, character) => {
        fc.pre(secret[position] !== character && secret[position] !== '_');
        const mistyped = secret.slice(0, position) + character + secret.slice(position + 1);
        assert.deepEqual(parseApiKey(mistyped), { form: 'malformed' });
      }),
    );
  });

  it('computes a stable checksum, so that keys of other releases stay valid', () => {
    const body = `svc_org_${'A'.repeat(40)}`;
    assert.deepEqual(parseApiKey(`${body}_43XhjK`), { form: 'native', kind: 'org' });
  });

  it('requires a lookup in another format, because an operator may choose the first key freely', () => {
    for (const key of ['an-operators-own-key', 'svc_org_my-first-key', 'svc_local_development_key', 'x'.repeat(256)]) {
      assert.deepEqual(parseApiKey(key), { form: 'opaque' }, key);
    }
  });

  it('rejects a key without a lookup when it is too short, too long or not printable', () => {
    for (const key of [
      '',
      'x'.repeat(15),
      'x'.repeat(257),
      'sixteen letters!!',
      'tab\tinside-the-key',
      'kéy-with-an-accent',
    ]) {
      assert.deepEqual(parseApiKey(key), { form: 'malformed' }, key);
    }
  });

  it('shows at most a quarter of a key in another format', () => {
    assert.equal(storedForm('0123456789abcdef').prefix, '0123');
    assert.equal(storedForm('0123456789'.repeat(10)).prefix, '01234567');
  });

  it('uses every base62 digit about equally often', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 1000; index += 1) {
      for (const digit of generateApiKey('org').secret.slice(8, 48)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    assert.equal(counts.size, 62);
    const expected = 40_000 / 62;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // The threshold: with 61 degrees of freedom, chi-squared exceeds 130 once in a million runs; bytes modulo 62
    // without rejection give about 600.
    assert.ok(chiSquare < 130, `chi-square ${chiSquare}`);
  });

  it('compares by content', () => {
    assert.ok(equalSecrets('a-secret', 'a-secret'));
    assert.ok(!equalSecrets('a-secret', 'a-secret2'));
    assert.equal(hashSecret('a-secret').length, 32);
  });
});
