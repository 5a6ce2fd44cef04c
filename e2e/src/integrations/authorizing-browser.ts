import assert from 'node:assert/strict';
import { noteSecret } from '../secrets.js';

interface NewMember {
  readonly email: string;
  readonly password: string;
  /** Token of the invitation. */
  readonly token: string;
}

/** As much of a browser as the authorization of a connection needs; it follows no redirect. */
export class AuthorizingBrowser {
  #cookie = '';
  #csrfToken = '';

  constructor(private readonly httpUrl: string) {}

  /** Accepts an invitation under the name Ada and signs in. */
  async join({ email, password, token }: NewMember): Promise<void> {
    await this.request('/api/v1/invitations/accept', { token, name: 'Ada', password });
    const answer = await this.#send('/api/v1/auth/login', JSON.stringify({ email, password }), 'application/json');
    this.#csrfToken = noteSecret(String(((await answer.json()) as Record<string, unknown>)['csrf_token']));
    this.#cookie = answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0] ?? '')
      .join('; ');
    noteSecret(/svc_session=([^;]+)/.exec(this.#cookie)?.[1] ?? assert.fail('no session'));
  }

  /** Sends a JSON request as a script of the service would, and returns its answer. */
  async request(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.#send(path, JSON.stringify(body), 'application/json');
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return JSON.parse(text) as Record<string, unknown>;
  }

  open(url: URL | string): Promise<Response> {
    return fetch(new URL(url, this.httpUrl), { redirect: 'manual', headers: { cookie: this.#cookie } });
  }

  /** Presses a button of the page that confirms an authorization. */
  decide(authorizeUrl: string, decision: 'continue' | 'cancel'): Promise<Response> {
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    const form = new URLSearchParams({ state, decision, csrf_token: this.#csrfToken });
    return this.#send('/connections/authorize', form.toString(), 'application/x-www-form-urlencoded');
  }

  /** Confirms an authorization and returns the page of the provider. */
  async confirm(authorizeUrl: string): Promise<string> {
    const answer = await this.decide(authorizeUrl, 'continue');
    assert.equal(answer.status, 303, await answer.text());
    return answer.headers.get('location') ?? '';
  }

  /** Opens the address to which the provider sends the browser back. */
  async bringBack(callback: URL | string) {
    const { status, headers } = await this.open(callback);
    const target = headers.get('location') ?? '';
    assert.equal(status, 303, target);
    assert.match(target, /^\/configure\/connections\?/);
    return { target, query: Object.fromEntries(new URL(target, this.httpUrl).searchParams) };
  }

  #send(path: string, body: string, contentType: string): Promise<Response> {
    const headers = { cookie: this.#cookie, origin: this.httpUrl, 'content-type': contentType };
    const token = this.#csrfToken === '' ? undefined : { 'x-csrf-token': this.#csrfToken };
    return fetch(`${this.httpUrl}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, ...token },
      body,
    });
  }
}
