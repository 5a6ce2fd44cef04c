import type { Message } from '@bufbuild/protobuf';
import {
  Controller,
  Inject,
  Req,
  RequestMapping,
  RequestMethod,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { operations, type Operation } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import { AdmissionGuard } from '../admission/admission.guard.js';
import { AuditInterceptor } from '../audit/audit.interceptor.js';
import { isWrite } from '../audit/audit-trail.js';
import { PersonalDataInterceptor } from '../audit/personal-data.interceptor.js';
import { toRoutePath } from '../http/other-methods.js';
import { Uploads } from './uploads/uploads.js';
import { OPERATION_CALL, type OperationCall } from './operation-call.js';
import { OPERATION_CLIENTS, OperationInterceptor } from './operation.interceptor.js';
import type { OperationClients } from './operation-clients.js';

/** What the routes of operations say about themselves; metrics read it. */
export interface OperationRouteConfig {
  readonly operation?: Operation;
}

/** Has one method for each operation of the contract, which is added below; nothing here knows a particular operation. */
@Controller()
export class OperationsController {
  constructor(
    @Inject(OPERATION_CLIENTS) private readonly clients: OperationClients,
    private readonly uploads: Uploads,
  ) {}

  call(request: FastifyRequest): Promise<Message | AsyncIterable<Message> | undefined> {
    const call = OPERATION_CALL.get(request);
    const { operation, message, options } = call;
    if (operation.streamedBody !== undefined) return this.#upload(request, call);
    if (!operation.streams) return this.clients.call(operation, message, options);
    // The stream of a HEAD request would only be thrown away.
    return request.method === 'HEAD' ? Promise.resolve(undefined) : this.clients.open(operation, message, options);
  }

  async #upload(request: FastifyRequest, call: OperationCall): Promise<Message> {
    const { status, message } = await this.uploads.receive(request, call);
    call.status = status;
    return message;
  }
}

for (const operation of operations) {
  // Registered before GET, or the router would add one that reads the stream to its end, which never comes.
  if (operation.streams) addRoute(operation, 'HEAD');
  addRoute(operation, operation.method);
}

/** The status and the body are sent by the interceptor, which is why each method has the reply as a parameter. */
function addRoute(operation: Operation, method: keyof typeof RequestMethod): void {
  const { prototype } = OperationsController;
  const name = `${operation.id} ${method}`;
  const value = function (this: OperationsController, request: FastifyRequest) {
    return this.call(request);
  };
  Object.defineProperty(prototype, name, { value });
  const isPublic = operation.project === 'public';
  const decorators: readonly MethodDecorator[] = [
    RequestMapping({ method: RequestMethod[method], path: toRoutePath(operation.path) }),
    RouteConfig({ operation, admissible: operation }),
    UseInterceptors(OperationInterceptor, ...(isPublic ? [] : toAuditors(operation))),
    ...(isPublic ? [] : [UseGuards(AdmissionGuard)]),
  ];
  for (const decorate of decorators) decorate(prototype, name, { value });
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
}

function toAuditors(operation: Operation) {
  if (isWrite(operation)) return [AuditInterceptor];
  return operation.personalData ? [PersonalDataInterceptor] : [];
}
