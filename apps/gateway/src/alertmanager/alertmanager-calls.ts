import { isMessage, type Message } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import {
  AlertsListResponseSchema,
  operation,
  SilencesListResponseSchema,
  type Alert,
  type JsonObject,
  type Silence,
} from '@svc/contract';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED } from '../admission/admission.guard.js';
import { readSelectors } from '../admission/refused-request.js';
import { createCallerSignal } from '../http/request.js';
import { OperationRunner } from '../operations/operation-runner.js';

const PAGE = 500;
/** Alerts that are returned; those that fired last. */
const MAX_ALERTS = 5_000;
const LISTED_STATES = ['firing', 'acknowledged', 'silenced'];

/** Runs the operations of a request, by the same scopes, limits and audit log as over REST. */
export interface AlertmanagerCalls {
  /** Alerts that fired and are not resolved, the latest first; cut if there are more than are listed. */
  alerts(): Promise<{ readonly alerts: readonly Alert[]; readonly isCut: boolean }>;
  /** The latest created first. */
  silences(): Promise<Silence[]>;
  createSilence(fields: JsonObject): Promise<string>;
  expireSilence(id: string): Promise<void>;
}

@Injectable()
export class AlertmanagerCallers {
  constructor(
    private readonly runner: OperationRunner,
    @Inject(CLOCK) readonly clock: Clock,
  ) {}

  of(request: FastifyRequest, reply: FastifyReply): AlertmanagerCalls {
    const leaving = new AbortController();
    createCallerSignal(reply.raw, leaving);
    const sender = {
      credential: ADMITTED.get(request).credential,
      source: { id: request.id, ip: request.ip },
      selectors: readSelectors(request),
      idempotencyKey: request.id,
      leaving,
    };
    const run = (id: string, parameters: JsonObject): Promise<Message> =>
      this.runner.runParameters(operation(id), parameters, sender);
    return {
      async alerts() {
        const alerts: Alert[] = [];
        let cursor = '';
        do {
          const page = await run('alerts.list', {
            state: LISTED_STATES,
            limit: PAGE,
            ...(cursor !== '' && { cursor }),
          });
          if (!isMessage(page, AlertsListResponseSchema)) throw new ServiceError('internal');
          alerts.push(...page.alerts);
          cursor = page.pagination?.nextCursor ?? '';
        } while (cursor !== '' && alerts.length < MAX_ALERTS);
        return { alerts, isCut: cursor !== '' };
      },
      async silences() {
        const list = await run('silences.list', {});
        if (!isMessage(list, SilencesListResponseSchema)) throw new ServiceError('internal');
        return list.silences;
      },
      async createSilence(fields) {
        const { id } = (await run('silences.create', fields)) as Silence;
        return id;
      },
      async expireSilence(id) {
        await run('silences.delete', { silence_id: id });
      },
    };
  }
}
