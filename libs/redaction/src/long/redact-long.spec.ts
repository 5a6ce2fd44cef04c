import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactLeaf } from '../redact.js';
import { REDACTED } from '../spans.js';
import { redactLong } from './redact-long.js';

const SECRETS = [
  'joe@example.org',
  '4111 1111 1111 1111',
  'Authorization: Bearer abc.def-123456',
  'password = hunter22',
  '+1 415 555 2671',
  'AKIAIOSFODNN7EXAMPLE',
];
const word = fc.constantFrom('plain', 'words', 'of', 'a', 'prompt', 'and', 'its', 'answer');
const PIECE = 8_192;

describe('redaction of a long text', () => {
  it('finds what redaction of the whole text finds', () => {
    const parts = fc.array(
      fc.oneof({ weight: 300, arbitrary: word }, { weight: 1, arbitrary: fc.constantFrom(...SECRETS) }),
      {
        minLength: 3_000,
        maxLength: 8_000,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(parts, (words) => {
        const text = words.join(' ');
        assert.ok(redactLong(text, 'plain', PIECE) === redactLeaf(text, 'plain'));
      }),
      { numRuns: 20 },
    );
  });

  it('replaces what it cannot cut', () => {
    const text = `${'a '.repeat(PIECE / 4)}${'4111 1111 1111 1111 '.repeat(5_000)}`;
    const redacted = redactLong(text, 'plain', PIECE);
    assert.ok(redacted.endsWith(REDACTED));
    assert.doesNotMatch(redacted, /4111/);
    assert.equal(redactLong('x'.repeat(PIECE * 2), 'plain', PIECE), REDACTED);
  });
});
