import type { Message } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { toServiceError } from '@svc/service-error';
import { AuditCounter } from './audit-counter.js';
import { AuditTrail, isWrite, type AuditedCall } from './audit-trail.js';
import { readTarget } from './audited-values.js';

/** The answer of an operation; undefined for a stream that will not be read. */
export type OperationAnswer = Message | AsyncIterable<Message> | undefined;

/** Records the operations of callers, each in the way of its kind. */
@Injectable()
export class Audit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly counter: AuditCounter,
  ) {}

  /** @param work runs the operation for a request that is known to be valid. */
  run(call: AuditedCall, work: () => Promise<OperationAnswer>): Promise<OperationAnswer> {
    const { operation } = call;
    if (isWrite(operation)) return this.#runWrite(call, work);
    return operation.personalData ? this.#countRead(call, work) : work();
  }

  /** Runs a write between its entry in the audit log and the outcome of the entry. */
  async #runWrite(call: AuditedCall, work: () => Promise<OperationAnswer>): Promise<OperationAnswer> {
    const { operation } = call;
    const entry = await this.trail.begin(call);
    try {
      const answer = await work();
      // Only reads stream.
      await this.trail.end(entry, operation, { status: operation.successStatus, answer: answer as Message });
      return answer;
    } catch (failure) {
      const { code, httpStatus } = toServiceError(failure);
      await this.trail.end(entry, operation, { status: httpStatus, error: code });
      throw failure;
    }
  }

  /** Counts a read of personal data, successful or not. */
  async #countRead(
    { context, operation, target, via }: AuditedCall,
    work: () => Promise<OperationAnswer>,
  ): Promise<OperationAnswer> {
    const act = {
      ...context,
      projectId: context.project?.id ?? null,
      operation: operation.id,
      target: readTarget(target),
      via,
    };
    try {
      const answer = await work();
      this.counter.count({ ...act, status: operation.successStatus, error: null });
      return answer;
    } catch (failure) {
      const { code, httpStatus } = toServiceError(failure);
      this.counter.count({ ...act, status: httpStatus, error: code });
      throw failure;
    }
  }
}
