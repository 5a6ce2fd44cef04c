import type { Message } from '@bufbuild/protobuf';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { toServiceError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { RequestState } from '../http/request-state.js';
import { AuditTrail, type AuditedWrite } from './audit-trail.js';

/** The write of a request, once the request is known to be valid. */
export const AUDITED_WRITE = new RequestState<AuditedWrite>('audited write');

/** Runs a write between its entry in the audit log and the outcome of the entry. */
@Injectable()
export class AuditInterceptor implements NestInterceptor<Message, Message> {
  constructor(private readonly trail: AuditTrail) {}

  async intercept(context: ExecutionContext, next: CallHandler<Message>): Promise<Observable<Message>> {
    const write = AUDITED_WRITE.get(context.switchToHttp().getRequest<FastifyRequest>());
    const { operation } = write;
    const entryId = await this.trail.begin(write);
    try {
      const answer = await lastValueFrom(next.handle());
      await this.trail.end(entryId, operation, { status: operation.successStatus, answer });
      return of(answer);
    } catch (failure) {
      const { code, httpStatus } = toServiceError(failure);
      await this.trail.end(entryId, operation, { status: httpStatus, error: code });
      throw failure;
    }
  }
}
