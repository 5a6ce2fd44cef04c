import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { TicketsCreateRequest } from '@svc/contract';
import { fingerprint, idempotencyKey, type Idempotency } from '@svc/idempotency';
import type { Ticket, Transaction } from '@svc/relational';
import { CLOCK, IDEMPOTENCY, type Clock } from '@svc/runtime';
import { invalidField, notFound, requireFound } from '@svc/service-error';
import { Jobs, recordEvent } from '@svc/work';
import { ConnectionsRepository, getDefaultRepository, isRepository, permitsRepository } from '../connections/index.js';
import { ISSUE_URL_RULES } from '../tokens.js';
import { checkedIssueUrl, type IssueUrlRules } from './issue-url.js';
import { TICKET_SYNC } from './ticket-sync.queue.js';
import { TicketsRepository } from './tickets.repository.js';

@Injectable()
export class TicketsService {
  constructor(
    private readonly tickets: TicketsRepository,
    private readonly connections: ConnectionsRepository,
    @Inject(ISSUE_URL_RULES) private readonly urlRules: IssueUrlRules,
    @Inject(IDEMPOTENCY) private readonly idempotency: Idempotency,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(projectId: string, id: string): Promise<Ticket> {
    return requireFound(await this.tickets.find(projectId, id));
  }

  /** Links an issue to a ticket that is created afterwards, or returns the link that the same request created before. */
  async create(
    projectId: string,
    createdBy: string,
    request: TicketsCreateRequest,
  ): Promise<{ ticket: Ticket; replayed: boolean }> {
    const { issueId, provider, title, repo, connectionId } = request;
    const key = idempotencyKey(request.idempotencyKey, { required: true });
    const issueUrl = checkedIssueUrl(request.issueUrl, this.urlRules);
    if (repo !== '' && provider !== 'github') throw invalidField('repo', 'is only allowed for github');
    if (repo !== '' && !isRepository(repo)) throw invalidField('repo', 'must be owner/name');
    const operation = 'tickets.create';
    const body = { issueId, provider, issueUrl, title, repo, connectionId };
    const { response, replayed } = await this.idempotency.run(
      {
        project: projectId,
        principal: createdBy,
        operation,
        key,
        fingerprint: fingerprint({ operation, path: '/tickets', body }),
      },
      async (tx) => ({ id: await this.#link(tx, projectId, createdBy, { ...request, issueUrl }) }),
    );
    if (!replayed) this.jobs.wake(TICKET_SYNC);
    return { ticket: await this.get(projectId, response['id'] as string), replayed };
  }

  async unlink(projectId: string, id: string): Promise<void> {
    const ticket = await this.get(projectId, id);
    await this.tickets.unlink(projectId, ticket.id, new Date(this.clock()));
  }

  /** @returns the ID of the link. */
  async #link(
    tx: Transaction,
    projectId: string,
    createdBy: string,
    { issueId, provider, issueUrl, title, repo, connectionId }: TicketsCreateRequest,
  ): Promise<string> {
    if (!(await this.tickets.findIssue(projectId, issueId, tx))) throw notFound();
    await this.#checkConnection(projectId, provider, repo, connectionId);
    const now = new Date(this.clock());
    const ticket = await this.tickets.insert(
      {
        id: randomUUID(),
        projectId,
        issueId,
        provider,
        repo,
        issueUrl,
        createdBy,
        title: title.trim() === '' ? issueId : title,
        connectionId: connectionId === '' ? null : connectionId,
        syncState: 'pending',
        createdAt: now,
        updatedAt: now,
      },
      tx,
    );
    const data = { id: ticket.id, issue_id: issueId, provider };
    await recordEvent(tx, { projectId, type: 'ticket.linked', subject: issueId, occurredAt: now, data });
    return ticket.id;
  }

  async #checkConnection(projectId: string, provider: string, repo: string, connectionId: string): Promise<void> {
    const named = connectionId === '' ? null : await this.connections.find(projectId, connectionId);
    if (connectionId !== '' && named?.provider !== provider)
      throw invalidField('connection_id', 'is not a connection of the project to this provider');
    if (provider !== 'github') return;
    const connections = named ? [named] : await this.connections.list(projectId, provider);
    if (repo === '' && !connections.some(({ target }) => getDefaultRepository(target) !== ''))
      throw invalidField(
        'repo',
        connections.length === 0
          ? 'is required while the project has no connection to the provider'
          : 'is required, because the connection has no default repository',
      );
    if (repo !== '' && connections.length > 0 && !connections.some(({ target }) => permitsRepository(target, repo)))
      throw invalidField('repo', 'must be a repository that the target of the connection names');
  }
}
