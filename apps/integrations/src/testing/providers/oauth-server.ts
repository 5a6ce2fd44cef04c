import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderAnswer } from './provider-server.js';

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

type Parameters = Readonly<Record<string, string | undefined>>;

/** Result of the next request to the token endpoint instead of its answer. */
export type TokenFailure = ProviderAnswer | 'hang';

/** An authorization server on loopback, as RFC 6749 and RFC 7636 describe it. Codes and refresh tokens work once. */
export class OAuthServer {
  readonly client = { id: 'the-client', secret: 'a-secret-of-the-client' };
  readonly authorizations: URLSearchParams[] = [];
  readonly tokenRequests: Parameters[] = [];
  readonly failures: TokenFailure[] = [];
  /** Sites of Jira, as accessible-resources lists them. */
  sites: readonly object[] = [];
  /** Lifetime of tokens in seconds; tokens without an expiry have no refresh token either. */
  expiresIn: number | undefined = 3_600;
  accessToken = '';
  onIssue: (accessToken: string) => void = () => undefined;
  /** Hook that runs while the server works on a token request. */
  meanwhile: () => Promise<void> = () => Promise.resolve();
  readonly #codes = new Map<string, Grant>();
  #refreshToken = '';
  readonly #server = createServer((request, response) => void this.#take(request, response));

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** As an operator configures it. */
  settings(apiUrl: string = this.url) {
    return { ...this.client, authorizeUrl: `${this.url}/authorize`, tokenUrl: `${this.url}/token`, apiUrl };
  }

  /** Makes the refresh token of the last answer invalid, as when the user withdraws the authorization. */
  revoke(): void {
    this.#refreshToken = randomUUID();
  }

  /** The user agrees: what the browser then brings to the redirect URI. */
  agree(authorizeUrl: string): { state: string; code: string } {
    const { searchParams } = new URL(authorizeUrl);
    this.authorizations.push(searchParams);
    const parameter = (name: string): string => searchParams.get(name) ?? '';
    if (parameter('response_type') !== 'code' || parameter('client_id') !== this.client.id)
      throw new Error('The authorization request is not valid');
    if (parameter('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(parameter('code_challenge')))
      throw new Error('The authorization request has no S256 challenge');
    const code = randomUUID();
    this.#codes.set(code, { challenge: parameter('code_challenge'), redirectUri: parameter('redirect_uri') });
    return { state: parameter('state'), code };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = ({ status, headers = {}, body }: ProviderAnswer): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    if (request.url === '/oauth/token/accessible-resources') {
      const isAuthorized = request.headers.authorization === `Bearer ${this.accessToken}`;
      return send(isAuthorized ? { status: 200, body: this.sites } : { status: 401, body: {} });
    }
    const parameters = parse(request.headers['content-type'] ?? '', Buffer.concat(chunks).toString());
    this.tokenRequests.push(parameters);
    await this.meanwhile();
    const failure = this.failures.shift();
    if (failure !== 'hang') send(failure ?? this.#issue(parameters));
  }

  #issue(parameters: Parameters): ProviderAnswer {
    if (parameters['client_id'] !== this.client.id || parameters['client_secret'] !== this.client.secret)
      return { status: 401, body: { error: 'invalid_client' } };
    const isValid =
      parameters['grant_type'] === 'refresh_token' ? this.#isCurrent(parameters) : this.#redeem(parameters);
    if (!isValid) return { status: 400, body: { error: 'invalid_grant' } };
    this.accessToken = `access-${randomUUID()}`;
    this.#refreshToken = `refresh-${randomUUID()}`;
    this.onIssue(this.accessToken);
    const expiry = this.expiresIn !== undefined && { expires_in: this.expiresIn, refresh_token: this.#refreshToken };
    return { status: 200, body: { access_token: this.accessToken, token_type: 'bearer', ...expiry } };
  }

  #isCurrent({ refresh_token: token }: Parameters): boolean {
    return token === this.#refreshToken;
  }

  #redeem({
    grant_type: type,
    code = '',
    code_verifier: verifier = '',
    redirect_uri: redirectUri,
  }: Parameters): boolean {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return type === 'authorization_code' && grant?.challenge === challenge && grant.redirectUri === redirectUri;
  }
}

function parse(contentType: string, text: string): Parameters {
  if (contentType.startsWith('application/json')) return JSON.parse(text) as Parameters;
  return Object.fromEntries(new URLSearchParams(text));
}
