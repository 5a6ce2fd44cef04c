import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { ok } from '../api.js';
import type { Mailbox } from '../moving-clock/mailbox.js';
import { noteSecret } from '../secrets.js';
import { signIn } from '../workspace/person.js';

/** A member who is paged by mail. */
export interface Responder {
  readonly userId: string;
  readonly address: string;
}

/** A member who was invited by mail and has verified an address for pages. */
export async function newResponder(mailbox: Mailbox): Promise<Responder> {
  /** The part of a mail to an address that a pattern captures. */
  const mailed = (to: string, pattern: RegExp): Promise<string> =>
    eventually(`a mail with ${pattern.source} has arrived`, () =>
      mailbox
        .to(to)
        .flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
        .at(-1),
    );
  const email = `${randomUUID()}@example.com`;
  await ok('POST', '/invitations', { body: { email, role: 'ROLE_MEMBER' } });
  const token = noteSecret(await mailed(email, /accept\?token=([\w-]+)/));
  const password = noteSecret(randomBytes(12).toString('base64url'));
  const member = await ok('POST', '/invitations/accept', { key: null, body: { token, name: 'Ada', password } });
  const browser = await signIn({ email, password });
  const address = `${randomUUID()}@example.com`;
  const added = await browser.request('POST', '/users/me/contact-methods', { type: 'email', value: address });
  assert.equal(added.status, 201, added.text);
  const code = await mailed(address, /code is (\d{6})/);
  const path = `/users/me/contact-methods/${String(added.json['id'])}/verify`;
  const verified = await browser.request('POST', path, { code });
  assert.equal(verified.status, 200, verified.text);
  return { userId: member['user_id'], address };
}
