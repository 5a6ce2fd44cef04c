import type { ShippedRecord } from '@svc/observability';
import type { AuditEntry, AuditOutcome } from '@svc/relational';

type Link = Pick<AuditEntry, 'organizationId' | 'sequence' | 'hash'>;

export function toEntryRecord(entry: AuditEntry): ShippedRecord {
  return {
    at: entry.at,
    eventName: 'audit.entry',
    body: `${entry.principalType} ${entry.principalName}: ${entry.operation}`,
    isWarning: false,
    attributes: {
      ...toLinkAttributes(entry),
      'audit.entry_id': entry.id,
      ...(entry.projectId !== null && { 'audit.project_id': entry.projectId }),
      'audit.principal.type': entry.principalType,
      'audit.principal.id': entry.principalId,
      'audit.principal.name': entry.principalName,
      'audit.operation': entry.operation,
      'audit.count': entry.count,
      'audit.request_id': entry.requestId,
      'client.address': entry.sourceAddress,
      ...withPrefix('audit.target.', entry.target),
      ...withPrefix('audit.details.', entry.details),
    },
  };
}

export function toOutcomeRecord(outcome: AuditOutcome): ShippedRecord {
  return {
    at: outcome.at,
    eventName: 'audit.outcome',
    body: `outcome ${outcome.status}${outcome.error === null ? '' : ` ${outcome.error}`}`,
    isWarning: outcome.status >= 400,
    attributes: {
      ...toLinkAttributes(outcome),
      'audit.entry_id': outcome.entryId,
      'audit.status': outcome.status,
      ...(outcome.error !== null && { 'audit.error': outcome.error }),
      ...(outcome.madeId !== null && { 'audit.made_id': outcome.madeId }),
    },
  };
}

function toLinkAttributes({ organizationId, sequence, hash }: Link): Record<string, string | number> {
  return {
    'audit.organization_id': organizationId,
    'audit.sequence': Number(sequence),
    'audit.hash': Buffer.from(hash).toString('hex'),
  };
}

function withPrefix(prefix: string, values: unknown): Record<string, string> {
  const entries = Object.entries(values as Readonly<Record<string, string>>);
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}${name}`, value]));
}
