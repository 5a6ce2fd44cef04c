import type { Role } from '@svc/auth';
import type { Answer, GatewayUnderTest } from './gateway.js';

/** As much of a browser as the pages need: cookies, forms, and no redirect followed unasked. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly gateway: GatewayUnderTest) {}

  get(target: string): Promise<Answer> {
    return this.send(target, 'GET');
  }

  /** Sends a form as the page of this gateway would. */
  submit(target: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(target, 'POST', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://127.0.0.1:${this.gateway.gateway.port}`,
      'sec-fetch-site': 'same-origin',
      ...headers,
    });
  }

  async send(target: string, method: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.gateway.send(target, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        host: `127.0.0.1:${this.gateway.gateway.port}`,
        ...(cookie !== '' && { cookie }),
        ...headers,
      },
    });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=', 2);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Sends a JSON request as a script of this origin would, with the CSRF token. */
  request(method: string, target: string, body?: unknown): Promise<Answer> {
    const headers = { 'x-csrf-token': this.csrfToken };
    return this.send(target, method, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  async signIn(email: string, password: string): Promise<Answer> {
    return this.send('/api/v1/auth/login', 'POST', JSON.stringify({ email, password }));
  }

  get csrfToken(): string {
    return this.cookies.get('svc_csrf') ?? '';
  }
}

const PASSWORD = 'correct horse battery staple';

/** A member who is signed in. */
export async function signInMember(gateway: GatewayUnderTest, role: Role, organizationId?: string) {
  const member = await gateway.newMember(role, organizationId, PASSWORD);
  const browser = new Browser(gateway);
  const { status, text } = await browser.signIn(member.email, PASSWORD);
  if (status !== 200) throw new Error(`Signing in was answered ${status}: ${text}`);
  return { ...member, password: PASSWORD, browser };
}
