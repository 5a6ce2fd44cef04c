import { Injectable } from '@nestjs/common';
import type { Incident, Transaction } from '@svc/relational';
import type { NotificationContent, Severity } from '@svc/work';
import { Escalations, type SubjectName } from '../../escalation/index.js';
import { incidentNumber } from '../incident.message.js';
import type { Action } from '../lifecycle/index.js';

/** 1 is the highest severity. */
const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info', 'info'];
/** Characters of the description that pages have. */
const MAX_SUMMARY = 300;

/** Lets the escalation of an incident follow what happens to it, in the same transaction. Incidents without a policy have none. */
@Injectable()
export class IncidentEscalations {
  constructor(private readonly escalations: Escalations) {}

  async start(tx: Transaction, incident: Incident, at: Date): Promise<void> {
    const { projectId, escalationPolicyId: policyId } = incident;
    if (policyId === null) return;
    await this.escalations.start(tx, {
      projectId,
      policyId,
      subject: toSubject(incident),
      content: toContent(incident),
      at,
    });
  }

  async follow(tx: Transaction, incident: Incident, action: Action | 'delete', at: Date): Promise<void> {
    if (action === 'reopen') return this.start(tx, incident, at);
    const { projectId, escalationPolicyId } = incident;
    if (escalationPolicyId === null) return;
    const change = { projectId, subject: toSubject(incident), at };
    if (action === 'acknowledge') await this.escalations.acknowledge(tx, change);
    else await this.escalations.stop(tx, { ...change, reason: action === 'resolve' ? 'resolved' : 'deleted' });
  }
}

export const toSubject = ({ id }: Pick<Incident, 'id'>): SubjectName => `incident/${id}`;

function toContent(incident: Incident): NotificationContent {
  const { title, severity, description, createdAt } = incident;
  return {
    title,
    severity: SEVERITIES[severity - 1] ?? 'info',
    since: createdAt.toISOString(),
    number: incidentNumber(incident),
    ...(description !== '' && { summary: [...description].slice(0, MAX_SUMMARY).join('') }),
  };
}
