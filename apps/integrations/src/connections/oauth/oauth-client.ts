import { createHash } from 'node:crypto';
import type { ProviderName } from '../connection-rules.js';

/** Registration of the operator at a provider, and the addresses of the provider. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Base URL for requests with the tokens; they are sent to no other host. */
  readonly apiUrl: string;
}

export type OAuthClients = Readonly<Partial<Record<ProviderName, OAuthClient>>>;

export interface OAuthOptions {
  readonly clients: OAuthClients;
  /** Public address of the REST interface, to which providers send browsers back; undefined if none is configured. */
  readonly publicUrl: string | undefined;
}

interface Dialect {
  /** Parameters of the authorization endpoint besides those of RFC 6749 and RFC 7636. */
  readonly authorization: Readonly<Record<string, string>>;
  /** Media type of requests to the token endpoint. */
  readonly tokenRequest: 'form' | 'json';
}

/** As the providers document it: the least that reads, creates and closes tickets, and refresh tokens. */
const DIALECTS: Readonly<Record<ProviderName, Dialect>> = {
  jira: {
    authorization: {
      audience: 'api.atlassian.com',
      scope: 'read:jira-work write:jira-work offline_access',
      prompt: 'consent',
    },
    tokenRequest: 'json',
  },
  linear: { authorization: { scope: 'read,write', actor: 'app', prompt: 'consent' }, tokenRequest: 'form' },
  github: { authorization: { scope: 'repo' }, tokenRequest: 'form' },
};

/** Redirect URI, which is registered at each provider. */
export const toRedirectUri = (publicUrl: string): string => `${publicUrl}/api/v1/connections/oauth/callback`;

/**
 * The page of the gateway on which a user confirms an authorization. Its query is that of the provider's page, in which
 * clients find the state; the page itself uses nothing but the state.
 */
export const toConfirmationUrl = (publicUrl: string, providerUrl: string): string =>
  `${publicUrl}/connections/authorize${new URL(providerUrl).search}`;

/** The provider's page on which a user authorizes the service, with the S256 challenge of a code verifier. */
export function toAuthorizeUrl(
  provider: ProviderName,
  client: OAuthClient,
  { state, verifier, redirectUri }: { readonly state: string; readonly verifier: string; readonly redirectUri: string },
): string {
  const url = new URL(client.authorizeUrl);
  const parameters = {
    ...DIALECTS[provider].authorization,
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The body of a request to the token endpoint, with the secret of the client, and its media type. */
export function toTokenRequest(
  provider: ProviderName,
  { id, secret }: OAuthClient,
  grant: Readonly<Record<string, string>>,
): { readonly body: string; readonly contentType: string } {
  const parameters = { ...grant, client_id: id, client_secret: secret };
  return DIALECTS[provider].tokenRequest === 'json'
    ? { body: JSON.stringify(parameters), contentType: 'application/json' }
    : { body: new URLSearchParams(parameters).toString(), contentType: 'application/x-www-form-urlencoded' };
}
