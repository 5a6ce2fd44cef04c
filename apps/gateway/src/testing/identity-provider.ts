import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface ProviderAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

export const CLIENT = { clientId: 'svc', clientSecret: 'secret-of-the-client-under-test', name: 'Example ID' };

/** A certified provider on loopback. Every browser is signed in as the account that is set, without a page. */
export class IdentityProvider {
  account: ProviderAccount | undefined;
  #provider: Provider | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    const started = new IdentityProvider(server);
    server.on('request', (request, response) => void started.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The redirect address of the gateway is known once it listens. */
  register(redirectUri: string): void {
    this.#provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['key-of-the-cookies-under-test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => {
        const { account } = this;
        return account?.sub === accountId ? { accountId, claims: () => ({ ...account }) } : undefined;
      },
    });
  }

  /** Goes through the provider's part of a log-in and answers where it sends the browser in the end. */
  async visit(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    let target = url;
    while (target.startsWith(this.issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(target, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', ...value] = (set.split(';')[0] ?? '').split('=');
        cookies.set(name, value.join('='));
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      target = new URL(location, target).href;
    }
    return target;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (!provider) return void response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    const accountId = this.account?.sub ?? '';
    const grant = new provider.Grant({ accountId, clientId: CLIENT.clientId });
    grant.addOIDCScope('openid email profile');
    const result = { login: { accountId }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
}
