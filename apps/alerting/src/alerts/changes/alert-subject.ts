import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import {
  EscalationSubjects,
  type EscalationEntry,
  type EscalationSubject,
  type SubjectMoment,
} from '../../escalation/index.js';
import { AlertsRepository } from '../alerts.repository.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { ESCALATION, type AlertWrite } from '../lifecycle/alert-write.js';
import { transition } from '../lifecycle/transition.js';
import { AlertWriter } from './alert-writer.js';

/** Characters of a note of the service. */
const MAX_NOTE = 1_000;

/** Groups of alerts as the subjects of escalations, under the ID of the alert that opened them. */
@Injectable()
export class AlertSubject implements EscalationSubject {
  constructor(
    subjects: EscalationSubjects,
    private readonly groups: GroupsRepository,
    private readonly alerts: AlertsRepository,
    private readonly writer: AlertWriter,
  ) {
    subjects.register('alert', this);
  }

  /** Adds the steps of the escalation to the history of the alert that opened the group. */
  async entry(
    tx: Transaction,
    { projectId, id, at }: SubjectMoment,
    { kind, data }: EscalationEntry,
  ): Promise<boolean> {
    const group = await this.groups.led(tx, projectId, id);
    const alert = await tx.alert.findFirst({ where: { projectId, id }, select: { state: true } });
    if (!alert) return false;
    const place = { fromState: alert.state, toState: alert.state, actorType: ESCALATION.type, actorId: ESCALATION.id };
    const step = typeof data['level'] === 'number' ? `Level ${data['level']}` : '';
    const note = typeof data['summary'] === 'string' ? data['summary'].slice(0, MAX_NOTE) : step;
    await tx.alertTransition.create({ data: { projectId, alertId: id, at, ...place, reason: kind, note } });
    return group !== undefined;
  }

  /**
   * Returns acknowledged alerts to firing after the acknowledgement timed out. Alerts that were never acknowledged keep
   * firing.
   */
  async reopen(tx: Transaction, { projectId, id, at }: SubjectMoment): Promise<boolean> {
    const group = await this.groups.led(tx, projectId, id);
    if (!group) return false;
    const writes: AlertWrite[] = [];
    const members = await this.alerts.ofGroups(tx, [group.id]);
    for (const previous of members) {
      if (previous.state !== 'acknowledged') continue;
      const outcome = transition(previous, { kind: 'acknowledgement_timeout', at });
      if (outcome.kind !== 'changed') continue;
      const { reason, event, next } = outcome;
      const row = { ...previous, ...next };
      writes.push({ previous, next: row, transition: { reason, event }, at, actor: ESCALATION });
    }
    await this.writer.write(tx, writes, [group]);
    return writes.length > 0 || members.some(({ state }) => state === 'firing');
  }
}
