import { create } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { encodeJson, operation as findOperation, readRequest } from '@svc/contract';
import type { JsonObject } from '@svc/questions';
import { LocalHandlers, type Call } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { toRestCall } from './rest-call.js';

/**
 * Runs read operations of this service for a caller: with the project, scopes and deadline of its own call. The request is read from
 * the REST call, so what runs is what the answer shows.
 */
@Injectable()
export class OperationRunner {
  constructor(private readonly handlers: LocalHandlers) {}

  mayRun(id: string, { context }: Call): boolean {
    const { scope } = findOperation(id);
    return scope !== undefined && context.scopes.includes(scope);
  }

  /** @throws ServiceError permission_denied without the scope of the operation, and what the operation throws. */
  async run(id: string, parameters: JsonObject, call: Call): Promise<JsonObject> {
    const operation = findOperation(id);
    if (operation.agent !== 'read' || !this.mayRun(id, call)) throw new ServiceError('permission_denied');
    const request = readRequest(operation, toRestCall(operation, parameters));
    const response = await this.handlers.get(operation.rpc)(request, call);
    return encodeJson(operation.answer, create(operation.answer, response)) as JsonObject;
  }
}
