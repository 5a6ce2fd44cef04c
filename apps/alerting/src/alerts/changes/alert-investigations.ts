import { Inject, Injectable } from '@nestjs/common';
import { isId, writeJson, type Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { AlertsRepository } from '../alerts.repository.js';
import { flushAfterChange } from '../groups/group-times.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import type { InvestigationNote } from '../lifecycle/alert-row.js';

/** Lets notifications of alerts say what their investigations have concluded. */
@Injectable()
export class AlertInvestigations {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly groups: GroupsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Keeps the conclusion with the alert. If it still fires, the next flush of its group notifies of it, as if it had just fired. An alert
   * that is resolved stays as it is.
   */
  async note(tx: Transaction, projectId: string, alertId: string, investigation: InvestigationNote): Promise<void> {
    const peeked = isId(alertId)
      ? await tx.alert.findFirst({ where: { id: alertId, projectId }, select: { groupId: true } })
      : null;
    if (!peeked) return;
    const [group] = await this.groups.lock(tx, peeked.groupId === null ? [] : [peeked.groupId]);
    const [alert] = await this.alerts.lock(tx, [alertId]);
    if (!alert || alert.state === 'resolved') return;
    const isDue = alert.state === 'firing' && group !== undefined && alert.groupId === group.id;
    await tx.alert.update({
      where: { id: alertId },
      data: { investigation: writeJson(investigation), ...(isDue && { isDue }) },
    });
    const now = new Date(this.clock());
    if (isDue) await this.groups.save(tx, [{ ...group, nextFlushAt: flushAfterChange(group, now) }], now);
  }
}
