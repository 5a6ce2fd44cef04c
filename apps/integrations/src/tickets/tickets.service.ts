import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CallContext, TicketsCreateRequest } from '@svc/contract';
import { fingerprint, idempotencyKey, type Idempotency } from '@svc/idempotency';
import type { Connection, Ticket, Transaction } from '@svc/relational';
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
    { principalId: createdBy, scopes }: Pick<CallContext, 'principalId' | 'scopes'>,
    request: TicketsCreateRequest,
  ): Promise<{ ticket: Ticket; replayed: boolean }> {
    const { issueId, provider, title, repo, connectionId } = request;
    const key = idempotencyKey(request.idempotencyKey, { required: true });
    const issueUrl = checkedIssueUrl(request.issueUrl, this.urlRules);
    if (repo !== '' && provider !== 'github') throw invalidField('repo', 'is only allowed for github');
    if (repo !== '' && !isRepository(repo)) throw invalidField('repo', 'must be owner/name');
    const mayManage = scopes.includes('connections:write');
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
      async (tx) => ({
        id: await this.#link(tx, projectId, { createdBy, mayManage }, { ...request, issueUrl }),
      }),
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
    { createdBy, mayManage }: { readonly createdBy: string; readonly mayManage: boolean },
    { issueId, provider, issueUrl, title, repo, connectionId }: TicketsCreateRequest,
  ): Promise<string> {
    if (!(await this.tickets.findIssue(projectId, issueId, tx))) throw notFound();
    const named = await this.#findConnection(projectId, provider, connectionId);
    if (provider === 'github') await this.#checkRepository(projectId, repo, named, mayManage);
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
        anyRepo: mayManage,
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

  async #findConnection(projectId: string, provider: string, connectionId: string): Promise<Connection | undefined> {
    if (connectionId === '') return undefined;
    const named = await this.connections.find(projectId, connectionId);
    if (named?.provider === provider) return named;
    throw invalidField('connection_id', 'is not a connection of the project to this provider');
  }

  /** The creator of a ticket acts with the token of the connection, so the connection names the repositories. */
  async #checkRepository(
    projectId: string,
    repo: string,
    named: Connection | undefined,
    mayManage: boolean,
  ): Promise<void> {
    const connections = named ? [named] : await this.connections.list(projectId, 'github');
    if (repo === '' && !connections.some(({ target }) => getDefaultRepository(target) !== ''))
      throw invalidField(
        'repo',
        connections.length === 0
          ? 'is required while the project has no connection to the provider'
          : 'is required, because the connection has no default repository',
      );
    const permits = ({ target }: Connection): boolean => permitsRepository(target, repo, mayManage);
    if (repo !== '' && connections.length > 0 && !connections.some(permits))
      throw invalidField(
        'repo',
        'must be a repository that the target of the connection names; without a target, it requires connections:write',
      );
  }
}
