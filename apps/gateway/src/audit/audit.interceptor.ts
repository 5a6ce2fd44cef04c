import type { Message } from '@bufbuild/protobuf';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { toServiceError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { RequestState } from '../http/request-state.js';
import { AuditTrail, type AuditedCall } from './audit-trail.js';

/** The operation of a request, once the request is known to be valid. */
export const AUDITED_CALL = new RequestState<AuditedCall>('audited call');

/** Runs a write between its entry in the audit log and the outcome of the entry. */
@Injectable()
export class AuditInterceptor implements NestInterceptor<Message, Message> {
  constructor(private readonly trail: AuditTrail) {}

  async intercept(context: ExecutionContext, next: CallHandler<Message>): Promise<Observable<Message>> {
    const call = AUDITED_CALL.get(context.switchToHttp().getRequest<FastifyRequest>());
    const { operation } = call;
    const entry = await this.trail.begin(call);
    try {
      const answer = await lastValueFrom(next.handle());
      await this.trail.end(entry, operation, { status: operation.successStatus, answer });
      return of(answer);
    } catch (failure) {
      const { code, httpStatus } = toServiceError(failure);
      await this.trail.end(entry, operation, { status: httpStatus, error: code });
      throw failure;
    }
  }
}
