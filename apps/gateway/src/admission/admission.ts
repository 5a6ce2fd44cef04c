import { Inject, Injectable } from '@nestjs/common';
import { isOriginAllowed, type Principal } from '@svc/auth';
import type { Project } from '@svc/relational';
import { ServiceError, toServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditCounter } from '../audit/audit-counter.js';
import { readTarget } from '../audit/audited-values.js';
import type { Credential } from '../workspace/keys/credential.js';
import { toNetwork } from '../workspace/users/network.js';
import { onlySignedIn } from '../workspace/users/signed-in.js';
import { Authenticator } from './authenticator.js';
import { ProjectGate, type Admissible } from './project-gate.js';
import { consumeRateLimit, RATE_LIMITS, type RateLimits } from './rate-limit.js';
import { readSelectors, toRefusedRequest, type OperationAdmission, type RefusedRequest } from './refused-request.js';

/** The caller, and the project as far as the query string and the credential name it. */
export interface Admitted {
  readonly credential: Credential;
  readonly project: Project | undefined;
}

/**
 * Decides whether a caller may send a request. The order of refusals is part of the interface: credential, its rate, scope, project,
 * its rate.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly gate: ProjectGate,
    private readonly counter: AuditCounter,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits | undefined,
  ) {}

  /**
   * Runs before the body is received, so that a caller without access does not send one in vain.
   *
   * @param secret the credential where senders have it in the body, instead of one in the headers.
   */
  async admit(operation: Admissible, request: FastifyRequest, reply: FastifyReply, secret?: string): Promise<Admitted> {
    const credential = await this.identify(request, reply, 'header', secret);
    const { principal } = credential;
    const project = await this.#audited(operation, toRefusedRequest(request), principal, () => {
      requireScope(operation, principal);
      return this.gate.fromQuery(operation, principal, readSelectors(request));
    });
    await this.#consumeProjectLimit(project, reply);
    return { credential, project };
  }

  /** Finds the credential of a request within its limits. What it may do is decided for each operation that it calls. */
  async identify(
    request: FastifyRequest,
    reply: FastifyReply,
    header: 'header' | 'mcp' = 'header',
    secret?: string,
  ): Promise<Credential> {
    const { method = '', rawHeaders } = request.raw;
    const sent = secret === undefined ? rawHeaders : [...rawHeaders, 'x-svc-api-key', secret];
    const credential = await this.authenticator.authenticate({ method, rawHeaders: sent }, header);
    if (credential.isPublishable) {
      checkOrigin(credential, request.headers.origin);
      await this.#consumePublishableLimit(credential, request, reply);
    }
    if (this.limits?.key) await consumeRateLimit('key', this.limits.key, credential.id, reply);
    return credential;
  }

  /**
   * Decides whether a sender may call one operation, by the same rules and limits as a request of its own.
   *
   * @returns the project of the call.
   */
  async admitOperation(
    operation: Admissible,
    { credential, request, selectors, body }: OperationAdmission,
  ): Promise<Project | undefined> {
    const { id, principal } = credential;
    if (this.limits?.key) await consumeRateLimit('key', this.limits.key, id);
    const project = await this.#audited(operation, request, principal, async () => {
      requireScope(operation, principal);
      const named = await this.gate.fromQuery(operation, principal, selectors);
      return this.gate.fromBody(operation, principal, named, body);
    });
    await this.#consumeProjectLimit(project);
    return project;
  }

  /** Whether the credential would still be admitted; streams check it repeatedly. */
  isStillValid({ credential }: Admitted): Promise<boolean> {
    return this.authenticator.isStillValid(credential);
  }

  /** The project once the body is known. */
  async projectWithBody(
    operation: Admissible,
    { credential: { principal }, project }: Admitted,
    body: unknown,
    reply: FastifyReply,
  ): Promise<Project | undefined> {
    const decide = () => this.gate.fromBody(operation, principal, project, body);
    const found = await this.#audited(operation, toRefusedRequest(reply.request), principal, decide);
    if (!project) await this.#consumeProjectLimit(found, reply);
    return found;
  }

  /** Records a refused scope or project. */
  async #audited<Result>(
    operation: Admissible,
    { id: requestId, ip, via, target, route = '' }: RefusedRequest,
    principal: Principal,
    decide: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await decide();
    } catch (error) {
      const { code, httpStatus } = toServiceError(error);
      if (httpStatus === 403 || httpStatus === 404) {
        this.counter.count({
          organizationId: principal.organizationId,
          projectId: principal.boundProjectId ?? null,
          principalType: principal.type,
          principalId: principal.id,
          principalName: principal.name,
          operation: operation.id ?? route,
          target: readTarget(target),
          requestId,
          sourceAddress: ip,
          via,
          status: httpStatus,
          error: code,
        });
      }
      throw error;
    }
  }

  /**
   * Consumes the limit of the visitor before that of the key, which all visitors of a page share, so that one visitor
   * cannot exhaust it.
   */
  async #consumePublishableLimit({ id }: Credential, { ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limit = this.limits?.publishable;
    if (limit) await consumeRateLimit('publishable', limit, `${id} ${toNetwork(ip)}`, reply);
  }

  async #consumeProjectLimit(project: Project | undefined, reply?: FastifyReply): Promise<void> {
    if (project && this.limits?.project) await consumeRateLimit('project', this.limits.project, project.id, reply);
  }
}

function requireScope({ scope, signedIn = false }: Admissible, { scopes, type }: Principal): void {
  if (signedIn) {
    if (type !== 'user') throw onlySignedIn();
    return;
  }
  if (scope !== undefined && scopes.includes(scope)) return;
  throw new ServiceError('permission_denied', { message: `The credential lacks the scope ${scope ?? ''}.` });
}

function checkOrigin({ allowedOrigins }: Credential, origin: string | undefined): void {
  if (isOriginAllowed(allowedOrigins, origin)) return;
  throw new ServiceError('permission_denied', { message: 'The credential is not for pages of this origin.' });
}
