import { Inject, Injectable } from '@nestjs/common';
import type { ConnectionAuthorizationsGetResponse } from '@svc/contract';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { notFound, ServiceError, toServiceError } from '@svc/service-error';
import type { Visitor } from '../admission/authenticator.js';
import type { AuditSource } from '../audit/audit-source.js';
import { ConnectionAudit } from './connection-audit.js';
import { ConnectionAuthorizationsClient } from './connection-authorizations.client.js';
import { mayManageConnections, toCaller } from './connection-visitor.js';
import { explainFailure } from './result-page.js';

/** The authorization as a user sees it before the browser goes to the provider. */
export interface AuthorizationReview {
  readonly authorization: ConnectionAuthorizationsGetResponse;
  readonly project: string;
  readonly organization: string;
  /** Name of the user or of the key. */
  readonly startedBy: string;
}

/**
 * Lets users who may manage the connections of a project confirm its authorizations. To all others an authorization is
 * unknown.
 */
@Injectable()
export class AuthorizationReviewService {
  constructor(
    private readonly authorizations: ConnectionAuthorizationsClient,
    private readonly audit: ConnectionAudit,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /** @throws ServiceError permission_denied without the scope, whatever the state; not_found if the state is of no use to the user. */
  async find(visitor: Visitor, state: string): Promise<AuthorizationReview> {
    requireScope(visitor);
    const authorization = await this.authorizations.rpc.get({ state, ...toCaller(visitor) });
    requireResult(authorization);
    const { projectId: id } = authorization;
    const { organizationId } = visitor.credential.principal;
    const project = await this.relational.client.project.findFirst({
      where: { id, organizationId },
      include: { organization: true },
    });
    // A state of another organization is answered like one that never was.
    if (!project) throw unusable('invalid_state');
    const startedBy = await this.#findStarter(visitor, authorization);
    return { authorization, project: project.name, organization: project.organization.name, startedBy };
  }

  /** Binds the authorization to the session and returns the page of the provider. @throws ServiceError as find. */
  confirm(visitor: Visitor, state: string, source: AuditSource): Promise<string> {
    return this.#audited(visitor, state, source, null, async () => {
      const confirmed = await this.authorizations.rpc.confirm({ state, ...toCaller(visitor) });
      requireResult(confirmed);
      return confirmed.providerUrl;
    });
  }

  /** Ends the authorization and returns the ID of its project. @throws ServiceError as find. */
  cancel(visitor: Visitor, state: string, source: AuditSource): Promise<string> {
    return this.#audited(visitor, state, source, 'denied', async ({ projectId }) => {
      requireResult(await this.authorizations.rpc.cancel({ state, ...toCaller(visitor) }));
      return projectId;
    });
  }

  async #audited<Result>(
    visitor: Visitor,
    state: string,
    source: AuditSource,
    outcome: string | null,
    decide: (authorization: ConnectionAuthorizationsGetResponse) => Promise<Result>,
  ): Promise<Result> {
    try {
      const { authorization } = await this.find(visitor, state);
      const decided = await decide(authorization);
      const { projectId, connectionId } = authorization;
      this.audit.record(visitor, { projectId, connectionId, status: 303, error: outcome }, source);
      return decided;
    } catch (cause) {
      const { code: error, httpStatus: status } = toServiceError(cause);
      this.audit.record(visitor, { projectId: null, connectionId: '', status, error }, source);
      throw cause;
    }
  }

  /** An authorization that a user started is shown only to that user. */
  async #findStarter(
    { credential: { principal } }: Visitor,
    { startedByUserId, startedByCredentialId: id }: ConnectionAuthorizationsGetResponse,
  ): Promise<string> {
    if (startedByUserId !== '') return `${principal.name} (you)`;
    const key = await this.relational.client.apiKey.findFirst({
      where: { id, organizationId: principal.organizationId },
      include: { membership: { include: { user: true } } },
    });
    if (!key) return 'An API key that does not exist any more';
    return key.membership ? `API key ${key.name} of ${key.membership.user.name}` : `API key ${key.name}`;
  }
}

function requireScope(visitor: Visitor): void {
  if (mayManageConnections(visitor)) return;
  throw new ServiceError('permission_denied', { message: 'Your role does not permit managing connections.' });
}

function requireResult({ result }: { readonly result: string }): void {
  if (result !== '') throw unusable(result);
}

function unusable(result: string): ServiceError {
  const message = explainFailure(result);
  return message === undefined ? notFound() : new ServiceError('not_found', { message });
}
