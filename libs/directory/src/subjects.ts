import {
  isId,
  type Alert,
  type AnomalyFinding,
  type Incident,
  type IncidentLink,
  type Transaction,
} from '@svc/relational';

/** An alert, and what its rule says of it now. */
export interface FoundAlert {
  readonly alert: Alert;
  /** Name of the metric that the rule measures; '' if it measures none. */
  readonly metric: string;
  /** Signal of the records that the rule measures, such as `traces`; '' if it measures none. */
  readonly signal: string;
  /** Set if the rule starts investigations: the scopes with which they read. */
  readonly investigate?: { readonly scopes: readonly string[] } | undefined;
}

/** @returns null for an alert that is unknown or of another project. */
export async function findAlert(tx: Transaction, projectId: string, id: string): Promise<FoundAlert | null> {
  const [found] = await findAlerts(tx, projectId, [id]);
  if (!found) return null;
  const rule = await tx.alertRule.findFirst({ where: { id: found.ruleId, projectId }, select: { definition: true } });
  // The part of a RuleDefinition that is of interest here.
  const { query, investigate } = (rule?.definition ?? {}) as {
    readonly query?: { readonly metricName?: string; readonly signal?: string } | null;
    readonly investigate?: FoundAlert['investigate'] | null;
  };
  return {
    alert: found,
    metric: query?.metricName ?? '',
    signal: query?.signal ?? '',
    investigate: investigate ?? undefined,
  };
}

/** Alerts of a project. IDs that are unknown or of another project are absent. */
export function findAlerts(tx: Transaction, projectId: string, ids: readonly string[]): Promise<Alert[]> {
  return tx.alert.findMany({ where: { projectId, id: { in: ids.filter((id) => isId(id)) } } });
}

/** Anomaly findings of a project. IDs that are unknown or of another project are absent. */
export function findAnomalies(tx: Transaction, projectId: string, ids: readonly string[]): Promise<AnomalyFinding[]> {
  return tx.anomalyFinding.findMany({ where: { projectId, id: { in: ids.filter((id) => isId(id)) } } });
}

/** @returns null for an incident that is unknown, deleted or of another project. */
export async function findIncident(
  tx: Transaction,
  projectId: string,
  id: string,
): Promise<(Incident & { readonly links: readonly IncidentLink[] }) | null> {
  if (!isId(id)) return null;
  return tx.incident.findFirst({ where: { id, projectId, deletedAt: null }, include: { links: true } });
}
