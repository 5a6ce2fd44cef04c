import assert from 'node:assert/strict';
import { createTotpSecret, findTotpStep, toOtpauthUrl } from './totp.js';

/** The secret of RFC 6238, appendix B, in base32; its codes are the last six digits of those for SHA-1. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('time-based codes', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const) {
    it(`matches the test vector of RFC 6238 at ${seconds}`, () => {
      assert.equal(findTotpStep(SECRET, code, seconds * 1000), Math.floor(seconds / 30));
    });
  }

  it('accepts codes one step early and late, with their own step, and no later', () => {
    const step = Math.floor(1_111_111_109 / 30);
    assert.equal(findTotpStep(SECRET, '081804', (1_111_111_109 + 30) * 1000), step);
    assert.equal(findTotpStep(SECRET, '081804', (1_111_111_109 - 30) * 1000), step);
    assert.equal(findTotpStep(SECRET, '081804', (1_111_111_109 + 90) * 1000), undefined);
  });

  it('accepts six digits and nothing else', () => {
    for (const text of ['', '81804', '0081804', '08180 4', 'abcdef', '٠٨١٨٠٤']) {
      assert.equal(findTotpStep(SECRET, text, 1_111_111_109_000), undefined);
    }
  });

  it('generates secrets of 160 bits that an authenticator reads from an address', () => {
    const secret = createTotpSecret();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    const url = new URL(toOtpauthUrl(secret, 'ada+x@example.com'));
    assert.equal(url.protocol, 'otpauth:');
    assert.equal(decodeURIComponent(url.pathname), '/svc:ada+x@example.com');
    assert.equal(url.searchParams.get('secret'), secret);
  });
});
