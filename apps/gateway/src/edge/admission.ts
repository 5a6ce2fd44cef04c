import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Operation } from '@svc/contract';
import { ServiceError } from '@svc/errors';
import type { ApiKey, Project } from '@svc/relational';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from './authenticator.js';
import { ProjectGate } from './project-gate.js';
import { takeRate, type RateLimitOptions } from './rate-limit.js';

export const RATE_LIMIT = Symbol('rate-limit');

/** Who asks, and the project as far as the query string and the credential tell. */
export interface Admitted {
  readonly key: ApiKey;
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
  async admit(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    const key = await this.authenticator.authenticate(request.raw.rawHeaders);
    if (this.rateLimit) await takeRate(this.rateLimit, key.id, reply);
    if (operation.scope === undefined || !key.scopes.includes(operation.scope)) {
      throw new ServiceError('permission_denied', {
        message: `The credential lacks the scope ${operation.scope ?? ''}.`,
      });
    }
    return { key, project: await this.gate.fromQuery(operation, key, rawQueryOf(request)) };
  }

  /** Whether the credential would still be admitted; to be asked again while an answer goes on. */
  isStillGood({ key }: Admitted): Promise<boolean> {
    return this.authenticator.isStillGood(key);
  }

  /** The project once the body is known. */
  projectWithBody(operation: Operation, { key, project }: Admitted, body: unknown): Promise<Project | undefined> {
    return this.gate.fromBody(operation, key, project, body);
  }
}

/** The query string as it was sent. */
export function rawQueryOf(request: FastifyRequest): string {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}
