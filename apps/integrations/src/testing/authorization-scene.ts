import { randomUUID } from 'node:crypto';
import type { OAuthClient } from '../connections/oauth/oauth-client.js';
import { callerIn } from './integrations-server.js';
import { OAuthServer } from './providers/oauth-server.js';
import { startTicketsServer, type TicketsServer } from './tickets-server.js';

/** Public address of the service. */
export const PUBLIC_URL = 'https://svc.example.com';

/** What a browser brings back from the provider, with its session. */
export interface BroughtAnswer {
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
  readonly credentialId?: string;
  readonly userId?: string;
}

/** The service with an OAuth client at one server, which acts as every provider. */
export class AuthorizationScene {
  private constructor(
    readonly provider: OAuthServer,
    readonly server: TicketsServer,
    /** Time by which the clock of the service is ahead, in milliseconds. */
    readonly clock: { aheadMs: number },
    /** Clients by provider, as the operator has set them. */
    readonly clients: { github?: OAuthClient; jira: OAuthClient; linear: OAuthClient },
  ) {}

  static async start(): Promise<AuthorizationScene> {
    const provider = await new OAuthServer().start();
    const clients: AuthorizationScene['clients'] = {
      github: provider.settings(),
      jira: provider.settings(),
      linear: provider.settings(),
    };
    const clock = { aheadMs: 0 };
    const server = await startTicketsServer({
      clock: () => Date.now() + clock.aheadMs,
      oauth: { clients, publicUrl: PUBLIC_URL },
    });
    return new AuthorizationScene(provider, server, clock, clients);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.provider.stop();
  }

  /** A key, or a user who is signed in. */
  caller(principalType: 'api_key' | 'user' = 'api_key', project = randomUUID()) {
    const { context } = callerIn(project);
    const credential = { credentialId: randomUUID(), userId: principalType === 'user' ? randomUUID() : '' };
    return { context: { ...context, principalType, ...credential } };
  }

  /** A browser session of a user. */
  session(userId: string = randomUUID()) {
    return { credentialId: randomUUID(), userId };
  }

  /** Starts an authorization; a browser has opened nothing yet. */
  async start(as = this.caller(), changes: object = {}) {
    const request = { provider: 'github', displayName: 'GitHub', ...changes };
    const { authorizeUrl, stateExpiresAt } = await this.server.connections.oauthStart(request, as);
    return { authorizeUrl, stateExpiresAt, state: new URL(authorizeUrl).searchParams.get('state') ?? '' };
  }

  /** Starts an authorization, which a user confirms here and permits at the provider. */
  async begin(as = this.caller(), changes: object = {}) {
    const started = await this.start(as, changes);
    const session = this.session(as.context.userId === '' ? undefined : as.context.userId);
    const { providerUrl } = await this.server.authorizations.confirm({ state: started.state, ...session });
    const { state, code } = this.provider.agree(providerUrl);
    return { ...started, providerUrl, session, answer: { state, code, ...session } };
  }

  complete(answer: BroughtAnswer) {
    return this.server.authorizations.complete(answer);
  }

  async resultOf(answer: BroughtAnswer): Promise<string> {
    return (await this.complete(answer)).result;
  }
}
