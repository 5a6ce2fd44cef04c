import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Egress } from '@svc/outbound';
import { ServiceError, unavailable } from '@svc/service-error';
import * as oidc from 'openid-client';

/** Injection token of the provider's options; their value is undefined where none is configured. */
export const OIDC_OPTIONS = Symbol('OidcOptions');

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Display name. */
  readonly name: string;
  /** Ranges that are not public and that endpoints on other hosts than the issuer's may be in. */
  readonly egressAllow?: readonly string[];
}

/** The state of a login that the browser stores between its two requests. */
export interface PendingLogin {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** Undefined unless the provider says that it is verified. */
  readonly verifiedEmail: string | undefined;
}

/** The provider users may sign in with: authorization code with PKCE, state and nonce. */
@Injectable()
export class OidcProvider implements OnApplicationShutdown {
  #configuration: Promise<oidc.Configuration> | undefined;
  #egress: Egress | undefined;

  constructor(@Inject(OIDC_OPTIONS) private readonly options: OidcOptions | undefined) {}

  get isConfigured(): boolean {
    return this.options !== undefined;
  }

  /** Display name; undefined where none is configured. */
  get name(): string | undefined {
    return this.options?.name;
  }

  async begin(redirectUri: string, returnTo: string): Promise<{ url: URL; pending: PendingLogin }> {
    const configuration = await this.#configure();
    const pending = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
      returnTo,
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url, pending };
  }

  /**
   * @param callback the address the provider sent the browser to, with its query.
   * @throws ServiceError unauthenticated whatever is wrong with the answer; the reason is not repeated.
   */
  async finish(callback: URL, { state, nonce, codeVerifier }: PendingLogin): Promise<OidcIdentity> {
    const configuration = await this.#configure();
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      const { iss: issuer, sub: subject } = claims;
      // Providers may keep the address out of the ID token.
      const about = claims['email'] ? claims : await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
      const email = about['email_verified'] === true ? nonEmptyString(about['email']) : undefined;
      return { issuer, subject, name: nonEmptyString(about['name']) ?? email ?? subject, verifiedEmail: email };
    } catch (cause) {
      throw new ServiceError('unauthenticated', {
        message: 'The provider did not confirm the login. Start it again.',
        cause,
      });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#egress?.[Symbol.asyncDispose]();
  }

  /** Discovered at the first login and again after a failure, so that the provider may be down when the service starts. */
  #configure(): Promise<oidc.Configuration> {
    if (!this.options) throw new Error('No OpenID Connect provider is configured');
    this.#configuration ??= this.#discover(this.options).catch((cause: unknown) => {
      this.#configuration = undefined;
      throw unavailable(cause, 10);
    });
    return this.#configuration;
  }

  /** The operator named the issuer, so it may be anywhere; the endpoints that its answer names may not. */
  async #discover({ issuer, clientId, clientSecret, egressAllow = [] }: OidcOptions): Promise<oidc.Configuration> {
    const egress = (this.#egress ??= await createEgress(egressAllow, issuer));
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute,
      timeout: 10,
      [oidc.customFetch]: (url, options) => egress.fetch(url, options),
    });
  }
}

/** Loaded only where a provider is configured. */
async function createEgress(allow: readonly string[], issuer: string): Promise<Egress> {
  const { Egress } = await import('@svc/outbound');
  return new Egress({ allow, trustedOrigins: [issuer] });
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
}
