import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ExternalAlerts, type RawRoute } from '@svc/contract';
import { answerOf } from '@svc/external-alerts';
import { JSON_TYPE } from '@svc/http';
import { createRpcClient } from '@svc/rpc';
import { invalidField, notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission, type Admitted } from '../admission/admission.js';
import { toCallContext } from '../admission/call-context.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';
import { wireOf } from './wire-route.js';

const TIMEOUT_MS = deadline(20_000);
/** The header that notifications of this service have, of any installation. */
const NOTIFICATION = 'x-svc-notification';

/** The parts of the path and the query string that say what a request is about. */
export interface Target {
  readonly ruleId?: string;
  readonly action?: 'create' | 'close' | 'acknowledge';
  readonly identifier?: string;
  readonly identifierType?: string;
}

/** Hands alerts of other products to the alerting service, and answers as these products expect. */
@Injectable()
export class AlertIntake implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof ExternalAlerts>> | undefined;

  constructor(
    private readonly admission: Admission,
    @Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions,
  ) {}

  /** @throws ServiceError, of which nothing counts but for `quota_exceeded`. */
  async receive(
    route: RawRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    { admitted, body, target = {} }: { admitted: Admitted; body: Uint8Array; target?: Target },
  ): Promise<void> {
    const project = await this.admission.projectWithBody(route, admitted, undefined, reply);
    if (request.headers[NOTIFICATION] !== undefined)
      throw invalidField('body', 'is a notification of this service, which would go round in a circle as an alert');
    const context = toCallContext(request, admitted.credential, project);
    const wire = wireOf(route);
    const { dedupKeys, faults } = await this.#connect().receive({ wire, body, ...target }, { context });
    const accepted = { dedupKeys, faults: faults.map(({ path, reason }) => ({ path, reason })) };
    const answer = answerOf(wire, accepted, { requestId: request.id, tookMs: reply.elapsedTime });
    void reply.code(answer.status).type(JSON_TYPE).send(answer.body);
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  #connect() {
    const { addresses, credentials } = this.options;
    const { alerting: address } = addresses;
    if (address === undefined) throw notFound();
    return (this.#client ??= createRpcClient(ExternalAlerts, { ...credentials, address, timeoutMs: TIMEOUT_MS }));
  }
}
