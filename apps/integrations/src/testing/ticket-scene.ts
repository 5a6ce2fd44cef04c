import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { callerIn } from './integrations-server.js';
import { GitHubServer } from './providers/github-server.js';
import { JiraServer } from './providers/jira-server.js';
import { LinearServer } from './providers/linear-server.js';
import type { ProviderRequest, ProviderServer } from './providers/provider-server.js';
import { startTicketsServer, storeIssue, type TicketsServer, type TicketsServerOptions } from './tickets-server.js';

type TicketProvider = ProviderServer & { readonly issues: readonly object[] };

/** A provider of tickets, with what a connection to it needs. */
export interface ProviderCase {
  readonly name: string;
  readonly start: () => Promise<TicketProvider>;
  readonly settings: (provider: ProviderServer) => object;
  readonly isCreation: (request: Pick<ProviderRequest, 'method' | 'path' | 'body'>) => boolean;
}

export const PROVIDER_CASES: readonly ProviderCase[] = [
  {
    name: 'github',
    start: () => new GitHubServer().start(),
    settings: () => ({ target: 'acme/shop' }),
    isCreation: ({ method }) => method === 'POST',
  },
  {
    name: 'jira',
    start: () => new JiraServer().start(),
    settings: () => ({ target: 'OPS', account: 'ada@example.com' }),
    isCreation: ({ path }) => path === '/rest/api/3/issue',
  },
  {
    name: 'linear',
    start: () => new LinearServer().start(),
    settings: (provider) => ({ target: (provider as LinearServer).team }),
    isCreation: ({ body }) => String(body['query']).includes('issueCreate('),
  },
];

type Caller = ReturnType<typeof callerIn>;

/** The service with a clock that a spec moves, and projects that are connected to a provider. */
export class TicketScene {
  readonly #clock: { offsetMs: number };

  private constructor(
    readonly server: TicketsServer,
    clock: { offsetMs: number },
  ) {
    this.#clock = clock;
  }

  static async open(existing?: TicketScene, options: TicketsServerOptions = {}): Promise<TicketScene> {
    const clock = existing ? existing.#clock : { offsetMs: 0 };
    const server = await startTicketsServer({
      ...options,
      clock: () => Date.now() + clock.offsetMs,
      ...(existing && { existing: existing.server.database }),
    });
    return new TicketScene(server, clock);
  }

  get nowMs(): number {
    return Date.now() + this.#clock.offsetMs;
  }

  /** Lets the time pass until everything that waits is due. */
  passTime(ms: number): void {
    this.#clock.offsetMs += ms;
  }

  /** A project with a connection. */
  async begin({ name, settings }: ProviderCase, provider: ProviderServer, more: object = {}) {
    const project = randomUUID();
    const as = callerIn(project);
    const request = { provider: name, kind: 'token', displayName: 'Provider', secret: provider.token };
    const connection = await this.server.connections.create(
      { ...request, baseUrl: provider.url, ...settings(provider), ...more },
      as,
    );
    const link = async () => {
      const issueId = await storeIssue(this.server.database, project);
      const ticket = { issueId, provider: name, issueUrl: 'https://svc.example.com/issues/1', title: 'Checkout fails' };
      return this.server.tickets.create({ ...ticket, idempotencyKey: randomUUID() }, as);
    };
    return { project, as, connection, link };
  }

  until(ticketId: string, as: Caller, syncState: string) {
    return eventually(`a ticket that is ${syncState}`, async () => {
      const ticket = await this.server.tickets.get({ ticketId }, as);
      return ticket.syncState === syncState && ticket;
    });
  }
}
