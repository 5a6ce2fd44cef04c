import type { Message } from '@bufbuild/protobuf';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { toServiceError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { AuditCounter } from './audit-counter.js';
import { AUDITED_CALL } from './audit.interceptor.js';
import { readTarget } from './audited-values.js';

/** Counts reads of personal data, successful or not. */
@Injectable()
export class PersonalDataInterceptor implements NestInterceptor<Message, Message> {
  constructor(private readonly counter: AuditCounter) {}

  async intercept(context: ExecutionContext, next: CallHandler<Message>): Promise<Observable<Message>> {
    const call = AUDITED_CALL.get(context.switchToHttp().getRequest<FastifyRequest>());
    const { context: caller, operation, target } = call;
    const act = {
      ...caller,
      projectId: caller.project?.id ?? null,
      operation: operation.id,
      target: readTarget(target),
    };
    try {
      const answer = await lastValueFrom(next.handle());
      this.counter.count({ ...act, status: operation.successStatus, error: null });
      return of(answer);
    } catch (failure) {
      const { code, httpStatus } = toServiceError(failure);
      this.counter.count({ ...act, status: httpStatus, error: code });
      throw failure;
    }
  }
}
