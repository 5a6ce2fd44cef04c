import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { api, ok, type Json } from '../api.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/** A user who was invited with a role and has accepted. */
export async function newPerson(role: string): Promise<Person> {
  return acceptInvitation(await ok('POST', '/invitations', { body: { email: newEmail(), role } }));
}

/** An owner, who has to be invited by a signed-in owner. */
export async function newOwner(inviter: SignedIn): Promise<Person> {
  const { status, json, text } = await inviter.request('POST', '/invitations', {
    email: newEmail(),
    role: 'ROLE_OWNER',
  });
  assert.equal(status, 201, text);
  return acceptInvitation(json);
}

const newEmail = (): string => `${randomUUID()}@example.com`;

async function acceptInvitation(invitation: Json): Promise<Person> {
  const password = noteSecret(randomBytes(12).toString('base64url'));
  const token = noteSecret(invitation['token']);
  const member = await ok('POST', '/invitations/accept', { key: null, body: { token, name: 'Ada', password } });
  return { userId: member['user_id'], email: invitation['email'], password };
}

/** A browser that is signed in, as far as the interface notices. */
export interface SignedIn {
  readonly cookie: string;
  readonly csrfToken: string;
  /** Sends the request with the cookie, and with the CSRF token of the session unless another one is given. */
  request(method: string, path: string, body?: unknown, csrfToken?: string): ReturnType<typeof api>;
  /** Sends the form of a page. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
}

export async function signIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<SignedIn> {
  const answer = await api('POST', '/auth/login', { key: null, body: { email, password } });
  assert.equal(answer.status, 200, answer.text);
  const csrfToken = noteSecret(answer.json['csrf_token']);
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .join('; ');
  noteSecret(/svc_session=([^;]+)/.exec(cookie)?.[1] ?? assert.fail('no session'));
  return {
    cookie,
    csrfToken,
    request: (method, path, body, token = csrfToken) =>
      api(method, path, {
        key: null,
        headers: { cookie, ...(token !== '' && { 'x-csrf-token': token }) },
        ...(body !== undefined && { body }),
      }),
    submit: (path, fields) =>
      fetch(theService().httpUrl + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: theService().httpUrl },
        body: new URLSearchParams({ ...fields, csrf_token: csrfToken }),
      }),
  };
}
