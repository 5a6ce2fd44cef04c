import { Inject, Injectable, Optional } from '@nestjs/common';
import { ServiceError } from '@svc/errors';
import type { Project } from '@svc/relational';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../keys/credential.js';
import { Authenticator } from './authenticator.js';
import { ProjectGate, type Admissible } from './project-gate.js';
import { takeRate, type RateLimitOptions } from './rate-limit.js';

export const RATE_LIMIT = Symbol('rate-limit');

/** Who asks, and the project as far as the query string and the credential tell. */
export interface Admitted {
  readonly credential: Credential;
  readonly project: Project | undefined;
}

/** What stands before every operation. The order of refusals is part of the interface: credential, rate, scope, project. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly gate: ProjectGate,
    @Optional() @Inject(RATE_LIMIT) private readonly rateLimit: RateLimitOptions | undefined,
  ) {}

  /** Runs before the body is received, so that nobody sends a body to be told that the key is wrong. */
  async admit(operation: Admissible, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    const credential = await this.authenticator.authenticate(request.raw);
    const { principal } = credential;
    if (this.rateLimit) await takeRate(this.rateLimit, credential.id, reply);
    if (operation.scope === undefined || !principal.scopes.includes(operation.scope)) {
      throw new ServiceError('permission_denied', {
        message: `The credential lacks the scope ${operation.scope ?? ''}.`,
      });
    }
    return { credential, project: await this.gate.fromQuery(operation, principal, rawQueryOf(request)) };
  }

  /** Whether the credential would still be admitted; to be asked again while an answer goes on. */
  isStillGood({ credential }: Admitted): Promise<boolean> {
    return this.authenticator.isStillGood(credential);
  }

  /** The project once the body is known. */
  projectWithBody(
    operation: Admissible,
    { credential, project }: Admitted,
    body: unknown,
  ): Promise<Project | undefined> {
    return this.gate.fromBody(operation, credential.principal, project, body);
  }
}

/** The query string as it was sent. */
export function rawQueryOf(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}
