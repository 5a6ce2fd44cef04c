import { Injectable } from '@nestjs/common';
import type { Incident, IncidentLink, Transaction } from '@svc/relational';
import type { AlertEvent } from './alert-event.js';
import { ATTACH_MS, REOPEN_MS } from './correlate.js';

export type AlertLink = IncidentLink & { readonly incident: Incident };

const MAX_CANDIDATES = 20;

/** Queries about incidents, in the transaction that commits the position in the events. */
@Injectable()
export class CorrelationRepository {
  /** Incidents of a project with a key that an alert at a time could belong to. */
  candidates(tx: Transaction, projectId: string, correlationKey: string, at: Date): Promise<Incident[]> {
    const before = (ms: number): Date => new Date(at.getTime() - ms);
    return tx.incident.findMany({
      where: {
        projectId,
        correlationKey,
        deletedAt: null,
        OR: [
          { state: { not: 'resolved' }, lastAlertAt: { gt: before(ATTACH_MS) } },
          { state: 'resolved', resolvedAt: { gt: before(REOPEN_MS) } },
        ],
      },
      orderBy: { lastAlertAt: 'desc' },
      take: MAX_CANDIDATES,
    });
  }

  /** IDs of the alerts that are linked to any incident. */
  async linkedAlerts(tx: Transaction, alerts: readonly Pick<AlertEvent, 'projectId' | 'alertId'>[]): Promise<string[]> {
    const refs = [...new Set(alerts.map(({ alertId }) => alertId))];
    const projectIds = [...new Set(alerts.map(({ projectId }) => projectId))];
    const rows = await tx.incidentLink.findMany({
      where: { projectId: { in: projectIds }, ref: { in: refs }, type: 'alert' },
      select: { ref: true },
      distinct: ['ref'],
    });
    return rows.map(({ ref }) => ref);
  }

  /** Links of an alert to incidents that are not resolved, the earliest first. */
  linksOf(tx: Transaction, { projectId, alertId }: Pick<AlertEvent, 'projectId' | 'alertId'>): Promise<AlertLink[]> {
    return tx.incidentLink.findMany({
      where: {
        projectId,
        ref: alertId,
        type: 'alert',
        incident: { deletedAt: null, state: { not: 'resolved' } },
      },
      include: { incident: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: MAX_CANDIDATES,
    });
  }

  /** Sets the state of the alert in all incidents that link to it, including resolved ones, which can be reopened. */
  async setAlertState(tx: Transaction, { projectId, alertId, state }: AlertEvent): Promise<void> {
    await tx.incidentLink.updateMany({
      where: { projectId, ref: alertId, type: 'alert' },
      data: { alertState: state },
    });
  }

  /** Whether all alerts of an incident whose events were read are resolved. */
  async areAllResolved(tx: Transaction, incidentId: string): Promise<boolean> {
    const alerts = { incidentId, type: 'alert' };
    const active = await tx.incidentLink.count({
      where: { ...alerts, alertState: { in: ['firing', 'acknowledged'] } },
    });
    return active === 0;
  }

  async noteAlert(tx: Transaction, incidentId: string, at: Date): Promise<void> {
    await tx.incident.updateMany({ where: { id: incidentId }, data: { lastAlertAt: at } });
  }
}
