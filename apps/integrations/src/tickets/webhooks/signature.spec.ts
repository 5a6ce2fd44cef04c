import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { isSigned } from './signature.js';

const SECRET = "It's a Secret to Everybody";
const BODY = Buffer.from('Hello, World!');
/** The example of docs.github.com on validating webhook deliveries. */
const DIGEST = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

describe('signatures of webhooks', () => {
  it('computes the signatures of the documentation', () => {
    assert.ok(isSigned('github', SECRET, BODY, { 'x-hub-signature-256': `sha256=${DIGEST}` }));
    assert.ok(isSigned('jira', SECRET, BODY, { 'x-hub-signature': `sha256=${DIGEST}` }));
    assert.ok(isSigned('linear', SECRET, BODY, { 'linear-signature': DIGEST }));
  });

  it('refuses a signature when anything differs', () => {
    const sha1 = createHmac('sha1', SECRET).update(BODY).digest('hex');
    const refused: [string, Buffer, Record<string, string>][] = [
      ['another', BODY, { 'x-hub-signature-256': `sha256=${DIGEST}` }],
      [SECRET, Buffer.from('Hello, World'), { 'x-hub-signature-256': `sha256=${DIGEST}` }],
      [SECRET, BODY, { 'x-hub-signature-256': DIGEST }],
      [SECRET, BODY, { 'x-hub-signature-256': '' }],
      [SECRET, BODY, { 'x-hub-signature': `sha1=${sha1}` }],
      [SECRET, BODY, { 'linear-signature': DIGEST }],
      [SECRET, BODY, {}],
    ];
    for (const [secret, body, headers] of refused) assert.ok(!isSigned('github', secret, body, headers));
  });
});
