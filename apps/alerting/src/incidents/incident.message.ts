import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  IncidentSchema,
  type IncidentEntrySchema,
  type IncidentEscalationSchema,
  type Incident as IncidentMessage,
} from '@svc/contract';
import type { Escalation } from '@svc/relational';
import type { LinkedIncident } from './incidents.repository.js';
import type { CursoredEntry } from './timeline/timeline.service.js';

/** Number of an incident for users: INC-12. */
export const incidentNumber = ({ number }: Pick<LinkedIncident, 'number'>): string => `INC-${number}`;

export function toIncidentFields(incident: LinkedIncident) {
  const { id, projectId, title, description, severity, state, version, reopenCount, createdBy, escalationPolicyId } =
    incident;
  const { acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, timeToAcknowledgeMs, timeToResolveMs } = incident;
  return {
    id,
    projectId,
    number: incidentNumber(incident),
    title,
    description,
    severity,
    status: state,
    version,
    links: incident.links.map((link) => ({
      id: link.id,
      type: link.type,
      ref: link.ref,
      createdBy: link.createdBy,
      createdAt: timestampFromDate(link.createdAt),
      ...(link.correlationReason !== null && { correlationReason: link.correlationReason }),
    })),
    createdBy,
    createdAt: timestampFromDate(incident.createdAt),
    updatedAt: timestampFromDate(incident.updatedAt),
    ...(acknowledgedAt && { acknowledgedAt: timestampFromDate(acknowledgedAt) }),
    ...(acknowledgedBy !== null && { acknowledgedBy }),
    ...(resolvedAt && { resolvedAt: timestampFromDate(resolvedAt) }),
    ...(resolvedBy !== null && { resolvedBy }),
    ...(timeToAcknowledgeMs !== null && { timeToAcknowledgeSeconds: Number(timeToAcknowledgeMs) / 1_000 }),
    ...(timeToResolveMs !== null && { timeToResolveSeconds: Number(timeToResolveMs) / 1_000 }),
    reopenCount,
    ...(escalationPolicyId !== null && { escalationPolicyId }),
  };
}

export function toIncidentMessage(incident: LinkedIncident): IncidentMessage {
  return create(IncidentSchema, toIncidentFields(incident));
}

export function toEntryMessage(entry: CursoredEntry): MessageInitShape<typeof IncidentEntrySchema> {
  const { seq, id, kind, at, actorType, actorId, data, cursor } = entry;
  return {
    seq,
    id,
    kind,
    at: timestampFromDate(at),
    actor: { type: actorType, id: actorId },
    // The column only holds objects.
    data: data as MessageInitShape<typeof IncidentEntrySchema>['data'],
    cursor,
  };
}

export function toEscalationMessage(escalation: Escalation): MessageInitShape<typeof IncidentEscalationSchema> {
  const { state, reachedLevel, reachedPass, level, pass, nextAt, startedAt, maxEscalations } = escalation;
  return {
    state,
    ...(reachedLevel !== null && { level: reachedLevel }),
    ...(reachedPass !== null && { pass: reachedPass }),
    // No level follows the last level of the last round.
    ...(nextAt && pass <= maxEscalations && { nextLevel: level, nextAt: timestampFromDate(nextAt) }),
    startedAt: timestampFromDate(startedAt),
  };
}
