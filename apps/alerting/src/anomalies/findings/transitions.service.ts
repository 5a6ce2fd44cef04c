import { Inject, Injectable } from '@nestjs/common';
import type { AnomalyFinding, Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { requireVersion, transitionConflict } from '@svc/service-error';
import type { Responder } from '../../incidents/index.js';
import { recordFindingEvent } from './finding-events.js';
import { FindingsRepository } from './findings.repository.js';
import { transition, type FindingAction, type FindingState } from './lifecycle.js';

interface VersionedRequest {
  readonly findingId: string;
  readonly expectedVersion?: bigint;
}

/** Actions of callers on findings. Of simultaneous transitions of a finding, one succeeds. */
@Injectable()
export class TransitionsService {
  constructor(
    private readonly findings: FindingsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  act(responder: Responder, request: VersionedRequest, action: FindingAction): Promise<AnomalyFinding> {
    return this.findings.transaction(async (tx) => {
      const finding = await this.#lock(tx, responder, request);
      // The column only holds states that transitions led to.
      const state = finding.state as FindingState;
      const { kind, to } = transition(state, action);
      if (kind === 'refused') throw transitionConflict('status', 'finding', state, to);
      const now = new Date(this.clock());
      const by = responder.actor.id;
      const changed = await this.findings.update(tx, finding.id, {
        state: to,
        version: { increment: 1 },
        ...(action === 'acknowledge'
          ? { acknowledgedAt: now, acknowledgedBy: by }
          : { resolvedAt: now, resolvedBy: by, activeKey: null }),
      });
      if (action === 'resolve') await recordFindingEvent(tx, 'anomaly.resolved', changed, now, responder.name);
      return changed;
    });
  }

  delete(responder: Responder, request: VersionedRequest): Promise<void> {
    return this.findings.transaction(async (tx) => {
      const finding = await this.#lock(tx, responder, request);
      await this.findings.delete(tx, finding.id);
      // Channels and incidents would wait for its end for ever.
      if (finding.state !== 'resolved')
        await recordFindingEvent(tx, 'anomaly.resolved', finding, new Date(this.clock()), responder.name);
    });
  }

  async #lock(
    tx: Transaction,
    { projectId }: Responder,
    { findingId, expectedVersion }: VersionedRequest,
  ): Promise<AnomalyFinding> {
    return requireVersion(await this.findings.lock(tx, projectId, findingId), expectedVersion);
  }
}
