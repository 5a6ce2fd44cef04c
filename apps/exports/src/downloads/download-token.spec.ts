import assert from 'node:assert/strict';
import fc from 'fast-check';
import { servedRange } from './download-range.js';
import { createDownloadTokens } from './download-token.js';

const GRANT = {
  projectId: '6d5f1ac4-2f52-4f3c-8f3e-000000000001',
  jobId: '6d5f1ac4-2f52-4f3c-8f3e-000000000002',
  sha256: 'a'.repeat(64),
  principalType: 'user',
  principalId: 'u',
  organizationId: 'o',
  expiresAtMs: 5,
};
const tokens = createDownloadTokens('a secret for tests');

describe('a token of a download', () => {
  it('grants the signed download', () => assert.deepEqual(tokens.verify(tokens.sign(GRANT)), GRANT));

  it('rejects a token after any change', () => {
    const token = tokens.sign(GRANT);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09-_='), (at, letter) => {
        fc.pre(token[at] !== letter);
        assert.equal(tokens.verify(token.slice(0, at) + letter + token.slice(at + 1)), undefined);
      }),
    );
  });

  it('rejects a token of another secret, and any other text', () => {
    assert.equal(createDownloadTokens('another secret').verify(tokens.sign(GRANT)), undefined);
    for (const text of ['', 'a', `${tokens.sign(GRANT)}=`, `${tokens.sign(GRANT)}A`, 'A'.repeat(5_000)])
      assert.equal(tokens.verify(text), undefined);
  });
});

describe('the part of a file', () => {
  const file = { size: 10n, sha256: 'x' };
  const served = (start?: bigint, end?: bigint, ifSha256 = '') => {
    const range = servedRange({ start, end, ifSha256 }, file);
    return [range.start, range.end, range.partial];
  };

  it('returns the requested range within the file', () => {
    assert.deepEqual(served(), [0n, 10n, false]);
    assert.deepEqual(served(3n), [3n, 10n, true]);
    assert.deepEqual(served(3n, 5n), [3n, 5n, true]);
    assert.deepEqual(served(3n, 50n), [3n, 10n, true]);
    assert.deepEqual(served(-4n), [6n, 10n, true]);
    assert.deepEqual(served(-40n), [0n, 10n, true]);
  });

  it('returns an empty part after the end of the file', () => {
    assert.deepEqual(served(10n), [10n, 10n, true]);
    assert.deepEqual(served(99n, 100n), [99n, 99n, true]);
  });

  it('returns the whole file if the range is for another one', () => {
    assert.deepEqual(served(3n, 5n, 'x'), [3n, 5n, true]);
    assert.deepEqual(served(3n, 5n, 'y'), [0n, 10n, false]);
  });
});
