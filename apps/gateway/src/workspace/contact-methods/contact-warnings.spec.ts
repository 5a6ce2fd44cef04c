import assert from 'node:assert/strict';
import { contactWarnings } from './contact-warnings.js';

const NONE = { mail: false, channelTypes: new Set<string>() };
const ALL = { mail: true, channelTypes: new Set(['sms', 'phone', 'chat_dm']) };
const UNVERIFIED = { verifiedAt: null, codeSha256: null };

describe('contactWarnings', () => {
  it('gives no reason for a contact method that pages reach', () => {
    for (const type of ALL.channelTypes) assert.deepEqual(contactWarnings({ ...UNVERIFIED, type }, ALL), []);
    assert.deepEqual(contactWarnings({ type: 'email', verifiedAt: new Date(), codeSha256: null }, ALL), []);
  });

  it('names the type of the channel that the organization lacks', () => {
    for (const type of ALL.channelTypes)
      assert.match(contactWarnings({ ...UNVERIFIED, type }, NONE).join(''), new RegExp(`channel of the type ${type}`));
  });

  it('names the setting of the mail server, the code, or the way to get one', () => {
    const email = { ...UNVERIFIED, type: 'email' };
    for (const verifiedAt of [null, new Date()])
      assert.match(contactWarnings({ ...email, verifiedAt }, NONE).join(''), /SVC_SMTP_URL/);
    assert.match(contactWarnings({ ...email, codeSha256: Buffer.of(1) }, ALL).join(''), /the code that was sent/);
    assert.match(contactWarnings(email, ALL).join(''), /Delete it and add it again/);
  });
});
