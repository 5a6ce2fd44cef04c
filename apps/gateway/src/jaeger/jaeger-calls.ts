import { Injectable } from '@nestjs/common';
import type { CallOptions } from '@svc/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED } from '../admission/admission.guard.js';
import { Admission } from '../admission/admission.js';
import { toCallContext } from '../admission/call-context.js';
import type { Admissible } from '../admission/project-gate.js';
import { createCallerSignal } from '../http/request.js';

/** Traces are read in exactly one project. */
export const READS_TRACES: Admissible = { scope: 'traces:read', project: 'required' };
/** Names of services and their calls, whose scope is that of the same reads over REST. */
export const READS_SERVICES: Admissible = { scope: 'services:read', project: 'required' };

/** Makes the options of calls for admitted requests. */
@Injectable()
export class JaegerCalls {
  constructor(private readonly admission: Admission) {}

  /** The options of a call, which ends when the client leaves. */
  async options(route: Admissible, request: FastifyRequest, reply: FastifyReply): Promise<CallOptions> {
    const admitted = ADMITTED.get(request);
    const project = await this.admission.projectWithBody(route, admitted, undefined, reply);
    const context = toCallContext(request, admitted.credential, project, route.scope?.split(':')[0]);
    return { context, signal: createCallerSignal(reply.raw, new AbortController()) };
  }
}
