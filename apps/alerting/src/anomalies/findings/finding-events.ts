import type { AnomalyFinding, Transaction } from '@svc/relational';
import { recordEvent, type NotificationContent } from '@svc/work';
import { describeSummary, describeTitle } from './describe.js';
import { toLabels } from './finding.message.js';

/** Records a domain event about a finding, for channels, incidents and rules, in the transaction of the change. */
export async function recordFindingEvent(
  tx: Transaction,
  type: 'anomaly.opened' | 'anomaly.resolved',
  finding: AnomalyFinding,
  occurredAt: Date,
  by?: string,
): Promise<void> {
  const { id, projectId, detector, signal, direction, severity, startedAt } = finding;
  const labels = toLabels(finding);
  const described = { ...finding, labels };
  const { service_name: service } = labels;
  const content: NotificationContent = {
    title: describeTitle(described),
    severity: severity === 'critical' ? 'critical' : 'warning',
    since: startedAt.toISOString(),
    summary: describeSummary(described),
    ...(service !== undefined && { service }),
    ...(by !== undefined && { by }),
    finding_id: id,
    detector,
    signal,
    labels,
    direction,
  };
  await recordEvent(tx, { projectId, type, subject: id, occurredAt, data: content });
}
