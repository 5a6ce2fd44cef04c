import { Inject, Injectable } from '@nestjs/common';
import type { Incident as IncidentMessage, IncidentsCommentRequest } from '@svc/contract';
import { idempotencyKey } from '@svc/idempotency';
import { isId, type Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound, transitionConflict } from '@svc/service-error';
import type { LinkedIncident } from '../incidents.repository.js';
import { transition, type Action } from '../lifecycle/index.js';
import type { Responder } from '../timeline/responder.js';
import { IncidentChanges, type Change } from './incident-changes.js';
import { IncidentEscalations } from './incident-escalations.js';
import { Once } from './once.js';
import { toLifecycle } from './to-lifecycle.js';

/** A write that needs the version that the caller has read, and a key that makes retries safe. */
interface VersionedRequest {
  readonly incidentId: string;
  readonly expectedVersion?: bigint;
  readonly idempotencyKey?: string;
}

const KINDS = { acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'reopened' } as const;
/** Characters of a comment that channels get. */
const MAX_EVENT_TEXT = 1_000;

/** Acknowledging, resolving, reopening and commenting. Of writes with the same expected version, exactly one takes effect. */
@Injectable()
export class TransitionsService {
  constructor(
    private readonly changes: IncidentChanges,
    private readonly escalations: IncidentEscalations,
    private readonly once: Once,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  act(responder: Responder, request: VersionedRequest, action: Action): Promise<IncidentMessage> {
    return this.#change(
      responder,
      request,
      action,
      {},
      (incident, now) => {
        const outcome = transition(toLifecycle(incident), action, responder.actor.id, now);
        if (outcome.kind === 'refused') throw transitionConflict('status', 'incident', outcome.from, outcome.to);
        const kind = KINDS[action];
        return { columns: { ...outcome.next }, entries: [{ kind }], event: kind };
      },
      (tx, incident, now) => this.escalations.follow(tx, incident, action, now),
    );
  }

  comment(responder: Responder, request: IncidentsCommentRequest): Promise<IncidentMessage> {
    const { text } = request;
    const entries = [{ kind: 'comment', data: { text } }] as const;
    const eventData = { note: [...text].slice(0, MAX_EVENT_TEXT).join('') };
    return this.#change(responder, request, 'comment', { text }, () => ({ entries, event: 'commented', eventData }));
  }

  async #change(
    responder: Responder,
    { incidentId, expectedVersion, idempotencyKey: key }: VersionedRequest,
    action: Action | 'comment',
    body: object,
    decide: (incident: LinkedIncident, now: Date) => Change,
    afterwards?: (tx: Transaction, incident: LinkedIncident, now: Date) => Promise<void>,
  ): Promise<IncidentMessage> {
    const { projectId } = responder;
    const checkedKey = idempotencyKey(key, { required: true });
    if (!isId(incidentId)) throw notFound();
    return this.once.run(
      {
        projectId,
        keyOwner: incidentId,
        operation: `incidents.${action}`,
        path: `/incidents/${incidentId}/${action}`,
        key: checkedKey,
        body: { ...body, expectedVersion: String(expectedVersion) },
      },
      async (tx) => {
        const incident = await this.changes.lock(tx, projectId, incidentId, expectedVersion);
        const now = new Date(this.clock());
        const changed = await this.changes.apply(tx, incident.id, decide(incident, now), responder, now);
        await afterwards?.(tx, changed, now);
        return changed;
      },
    );
  }
}
