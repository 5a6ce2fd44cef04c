import { Controller, Req, RequestMapping, RequestMethod, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { operations, type Operation } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdmissionGuard } from '../admission/admission.guard.js';
import { toRoutePath } from '../http/other-methods.js';
import { OperationHandler } from './operation-handler.js';

/** Has one method for each operation of the contract, which is added below; nothing here knows a particular operation. */
@Controller()
export class OperationsController {
  constructor(readonly handler: OperationHandler) {}
}

for (const operation of operations) {
  // Registered before GET, or the router would add one that reads the stream to its end, which never comes.
  if (operation.streams) addRoute(operation, 'HEAD');
  addRoute(operation, operation.method);
}

/**
 * Adds the route of an operation. The handler does everything between the guard and the answer, and sends it.
 * Interceptors of the framework, each of which creates observables for each request, would be a tenth of the cost of an
 * operation.
 */
function addRoute(operation: Operation, method: keyof typeof RequestMethod): void {
  const { prototype } = OperationsController;
  const name = `${operation.id} ${method}`;
  const value = function (this: OperationsController, request: FastifyRequest, reply: FastifyReply) {
    return this.handler.handle(operation, request, reply);
  };
  Object.defineProperty(prototype, name, { value });
  const decorators: readonly MethodDecorator[] = [
    RequestMapping({ method: RequestMethod[method], path: toRoutePath(operation.path) }),
    RouteConfig({ operation, admissible: operation }),
    ...(operation.project === 'public' ? [] : [UseGuards(AdmissionGuard)]),
  ];
  for (const decorate of decorators) decorate(prototype, name, { value });
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
}
