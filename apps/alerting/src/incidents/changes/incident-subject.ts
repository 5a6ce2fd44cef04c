import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import {
  EscalationSubjects,
  type EscalationEntry,
  type EscalationSubject,
  type SubjectMoment,
} from '../../escalation/index.js';
import { IncidentsRepository } from '../incidents.repository.js';
import { transition } from '../lifecycle/index.js';
import type { Author } from '../timeline/responder.js';
import { TimelineRepository } from '../timeline/timeline.repository.js';
import { IncidentChanges } from './incident-changes.js';
import { toLifecycle } from './to-lifecycle.js';

/** The part of the service that pages people. */
const ESCALATION: Author = { actor: { type: 'system', id: 'escalation' }, name: 'Escalation' };

/** Incidents as the subjects of escalations. */
@Injectable()
export class IncidentSubject implements EscalationSubject {
  constructor(
    subjects: EscalationSubjects,
    private readonly incidents: IncidentsRepository,
    private readonly changes: IncidentChanges,
    private readonly timelines: TimelineRepository,
  ) {
    subjects.register('incident', this);
  }

  entry(tx: Transaction, { id, at }: SubjectMoment, entry: EscalationEntry): Promise<boolean> {
    return this.timelines.append(tx, id, [entry], ESCALATION.actor, at);
  }

  /** A change of the status, so it counts a version: a responder who has read the acknowledged incident reads it again. */
  async reopen(tx: Transaction, { projectId, id, at }: SubjectMoment): Promise<boolean> {
    const incident = await this.incidents.lock(tx, projectId, id);
    if (incident?.state !== 'acknowledged') return false;
    const outcome = transition(toLifecycle(incident), 'reopen', ESCALATION.actor.id, at);
    if (outcome.kind === 'refused') return false;
    const entries = [{ kind: 'reopened', data: { reason: 'ack_timeout' } }] as const;
    await this.changes.apply(tx, id, { columns: { ...outcome.next }, entries, event: 'reopened' }, ESCALATION, at);
    return true;
  }
}
