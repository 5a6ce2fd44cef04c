import { isScope, type Scope } from '@svc/auth';
import type { OAuthClient } from './clients.js';
import { isRegistered } from './clients.js';

/** A request for an authorization code (RFC 6749, 4.1.1, with PKCE by RFC 7636) that a user may decide. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  /** Returned to the client unchanged. */
  readonly state: string | undefined;
  /** SHA-256 of the verifier, in base64url. */
  readonly codeChallenge: string;
  /** Scopes that the session is limited to; none for those of its role. */
  readonly scopes: readonly Scope[];
}

/** Errors that the client is told at its redirect address (RFC 6749, 4.1.2.1; RFC 8707, 2). */
export type RequestError =
  'access_denied' | 'invalid_request' | 'invalid_target' | 'unsupported_response_type' | 'unsupported_response_mode';

export type ReadRequest =
  | { readonly request: AuthorizationRequest }
  /** The user is told, because nothing says that the redirect address belongs to the client. */
  | { readonly refusal: string }
  | {
      readonly error: RequestError;
      readonly description: string;
      readonly redirectUri: string;
      readonly state: string | undefined;
    };

/** Finds a client by its ID. */
export type FindClient = (id: string) => Promise<OAuthClient | undefined>;

const MAX_STATE_LENGTH = 1_000;
/** SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * Reads the query string of a request.
 *
 * @param resources addresses of the MCP endpoint as a client may spell them; a code is for nothing else.
 */
export async function readAuthorizationRequest(
  query: string,
  findClient: FindClient,
  resources: readonly string[],
): Promise<ReadRequest> {
  const parameters = new URLSearchParams(query);
  const value = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const repeated = [...new Set(parameters.keys())].some((name) => parameters.getAll(name).length > 1);
  if (repeated) return { refusal: 'The address contains a parameter twice.' };
  const client = await findClient(value('client_id') ?? '');
  if (!client)
    return { refusal: 'The client is not registered here. An operator registers it with SVC_OAUTH_CLIENTS.' };
  const redirectUri = value('redirect_uri') ?? '';
  if (!isRegistered(client, redirectUri)) {
    return { refusal: 'The client wants to be answered at an address that is not registered for it.' };
  }
  const state = value('state');
  const refuse = (error: RequestError, description: string): ReadRequest => ({
    error,
    description,
    redirectUri,
    state,
  });
  if (state !== undefined && state.length > MAX_STATE_LENGTH) {
    return {
      error: 'invalid_request',
      description: `state is longer than ${MAX_STATE_LENGTH}`,
      redirectUri,
      state: undefined,
    };
  }
  if (value('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code');
  if ((value('response_mode') ?? 'query') !== 'query') {
    return refuse('unsupported_response_mode', 'response_mode must be query');
  }
  const codeChallenge = value('code_challenge') ?? '';
  if (value('code_challenge_method') !== 'S256' || !CHALLENGE.test(codeChallenge)) {
    return refuse('invalid_request', 'code_challenge with the method S256 is required');
  }
  const resource = value('resource');
  if (resource !== undefined && !resources.includes(resource)) {
    return refuse('invalid_target', `resource must be ${resources[0] ?? ''}`);
  }
  return { request: { client, redirectUri, state, codeChallenge, scopes: readScopes(value('scope')) } };
}

/** Unknown scopes, such as offline_access, are those of other servers. */
function readScopes(text = ''): Scope[] {
  return [...new Set(text.split(' '))].filter((name) => isScope(name));
}

/** The redirect address with the answer, which names its issuer (RFC 9207). */
export function toRedirect(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
