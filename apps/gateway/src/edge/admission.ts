import { Inject, Injectable, Optional } from '@nestjs/common';
import { ServiceError } from '@svc/errors';
import type { Project } from '@svc/relational';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../keys/credential.js';
import { Authenticator } from './authenticator.js';
import { ProjectGate, type Admissible } from './project-gate.js';
import { takeRate, type RateLimits } from './rate-limit.js';

export const RATE_LIMIT = Symbol('rate-limit');

/** Who asks, and the project as far as the query string and the credential tell. */
export interface Admitted {
  readonly credential: Credential;
  readonly project: Project | undefined;
}

/** What stands before every operation. The order of refusals is part of the interface: credential, its rate, scope, project, its
 * rate. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly gate: ProjectGate,
    @Optional() @Inject(RATE_LIMIT) private readonly limits: RateLimits | undefined,
  ) {}

  /** Runs before the body is received, so that nobody sends a body to be told that the key is wrong. */
  async admit(operation: Admissible, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    const credential = await this.authenticator.authenticate(request.raw);
    const { principal } = credential;
    if (this.limits?.key) await takeRate('key', this.limits.key, credential.id, reply);
    if (operation.scope === undefined || !principal.scopes.includes(operation.scope)) {
      throw new ServiceError('permission_denied', {
        message: `The credential lacks the scope ${operation.scope ?? ''}.`,
      });
    }
    const project = await this.gate.fromQuery(operation, principal, rawQueryOf(request));
    await this.#takeOf(project, reply);
    return { credential, project };
  }

  /** Whether the credential would still be admitted; to be asked again while an answer goes on. */
  isStillGood({ credential }: Admitted): Promise<boolean> {
    return this.authenticator.isStillGood(credential);
  }

  /** The project once the body is known. */
  async projectWithBody(
    operation: Admissible,
    { credential, project }: Admitted,
    body: unknown,
    reply: FastifyReply,
  ): Promise<Project | undefined> {
    const found = await this.gate.fromBody(operation, credential.principal, project, body);
    if (!project) await this.#takeOf(found, reply);
    return found;
  }

  async #takeOf(project: Project | undefined, reply: FastifyReply): Promise<void> {
    if (project && this.limits?.project) await takeRate('project', this.limits.project, project.id, reply);
  }
}

/** The query string as it was sent. */
export function rawQueryOf(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}
