import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { isJsonObject, rawRoutes, type RawRoute } from '@svc/contract';
import { JSON_TYPE } from '@svc/http';
import { isCurrent } from '@svc/http';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED, AdmissionGuard, Requires } from '../../admission/admission.guard.js';
import { Admission } from '../../admission/admission.js';
import { toCallContext } from '../../admission/call-context.js';
import { receiveBody } from '../../http/raw-body.js';
import { parseJsonBody } from '../../http/request-body.js';
import { toCaller } from '../caller.js';
import { Ofrep } from './ofrep.js';

const FLAG = findRoute('ofrep.flag');
const FLAGS = findRoute('ofrep.flags');

/**
 * Serves the OpenFeature Remote Evaluation Protocol. Callers are admitted as for operations; the answers follow the
 * protocol.
 */
@Controller()
@UseGuards(AdmissionGuard)
export class OfrepController {
  constructor(
    private readonly admission: Admission,
    private readonly ofrep: Ofrep,
  ) {}

  @Post('ofrep/v1/evaluate/flags/:key')
  @Requires(FLAG)
  evaluateFlag(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#evaluate(FLAG, request, reply);
  }

  @Post('ofrep/v1/evaluate/flags')
  @Requires(FLAGS)
  evaluateFlags(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#evaluate(FLAGS, request, reply);
  }

  async #evaluate(route: RawRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const admitted = ADMITTED.get(request);
    const project = await this.admission.projectWithBody(route, admitted, undefined, reply);
    const { key } = request.params as { readonly key?: string };
    const body = await receiveContext(request);
    const context = toCallContext(request, admitted.credential, project);
    const evaluated = context.project;
    if (!evaluated) throw new ServiceError('internal', { cause: new Error('flags are evaluated in a project') });
    const { status, body: answer, etag } = await this.ofrep.evaluate(key, body, evaluated, toCaller(context));
    if (etag !== undefined) {
      void reply.headers({ etag: `"${etag}"`, 'cache-control': 'private,no-cache' });
      if (isCurrent(request.headers['if-none-match'], etag)) return void reply.code(304).send();
    }
    if (status === 503) void reply.header('retry-after', '1');
    void reply.code(status).type(JSON_TYPE).send(answer);
  }
}

/** Undefined for a body that is not a JSON object. @throws ServiceError for a body of another media type. */
async function receiveContext(request: FastifyRequest): Promise<Record<string, unknown> | undefined> {
  const bytes = await receiveBody(request);
  try {
    const body = parseJsonBody(request.headers, bytes);
    return isJsonObject(body) ? body : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_request') return undefined;
    throw error;
  }
}

function findRoute(id: string): RawRoute {
  const route = rawRoutes.find((candidate) => candidate.id === id);
  if (!route) throw new Error(`The contract has no route ${id}`);
  return route;
}
