import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { api, type Json } from '../api.js';
import { noteSecret } from '../secrets.js';
import { newPerson, signIn } from './person.js';

describe('a second factor', () => {
  it('enrolls a second factor, asks for it at the login, replaces it by a recovery code once, and deletes it with the password and a code', async () => {
    const person = await newPerson('ROLE_MEMBER');
    const browser = await signIn(person);
    const enrolled = await browser.request('POST', '/users/me/totp', {});
    assert.equal(enrolled.status, 201, enrolled.text);
    const code = generateSync({ secret: noteSecret(enrolled.json['secret']) });
    const confirmed = await browser.request('POST', '/users/me/totp/confirm', { code });
    assert.equal(confirmed.status, 200, confirmed.text);
    const [recoveryCode, lastCode] = [...(confirmed.json['recovery_codes'] as Json[])].map((text) => noteSecret(text));

    const begin = async () => {
      const { email, password } = person;
      const { json, headers } = await api('POST', '/auth/login', { key: null, body: { email, password } });
      assert.deepEqual([json['second_factor_required'], headers.getSetCookie()], [true, []]);
      return noteSecret(json['login_token']);
    };
    const finish = (token: string, given: unknown) =>
      api('POST', '/auth/totp', { key: null, body: { login_token: token, code: given } });
    assert.equal((await finish(await begin(), code)).status, 401, 'the code was used to confirm');
    const opened = await finish(await begin(), recoveryCode);
    assert.equal(opened.status, 200, opened.text);
    noteSecret(opened.json['csrf_token']);
    assert.equal((await finish(await begin(), recoveryCode)).status, 401, 'the recovery code was used');

    const { password } = person;
    assert.equal((await browser.request('DELETE', '/users/me/totp', { password })).status, 400);
    assert.equal((await browser.request('DELETE', '/users/me/totp', { password, code: lastCode })).status, 204);
    await signIn(person);
  });
});
