import { Inject, Injectable } from '@nestjs/common';
import {
  beforeKey,
  isId,
  nameContains,
  type AlertTransition,
  type Prisma,
  type Relational,
  type TimeKey,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { toAlertRow, type AlertRow } from '../lifecycle/alert-row.js';

export interface AlertFilters {
  readonly projectId: string;
  /** States to include; all but resolved if empty. */
  readonly states: readonly string[];
  /** All if empty. */
  readonly severities: readonly string[];
  /** Text that the name has to contain; all if empty. */
  readonly name: string;
}

const ACTIVE = { state: { not: 'resolved' } };

@Injectable()
export class AlertsListRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The latest first. */
  async list(
    { projectId, states, severities, name }: AlertFilters,
    after: TimeKey<'startedAt'> | undefined,
    take: number,
  ): Promise<AlertRow[]> {
    const where: Prisma.AlertWhereInput[] = [{ projectId }, nameContains(name), beforeKey('startedAt', after)];
    // The index of alerts that are not resolved serves the condition as it is written here.
    if (!states.includes('resolved')) where.push(ACTIVE);
    if (states.length > 0) where.push({ state: { in: [...states] } });
    if (severities.length > 0) where.push({ severity: { in: [...severities] } });
    const orderBy = [{ startedAt: 'desc' as const }, { id: 'desc' as const }];
    return (await this.relational.client.alert.findMany({ where: { AND: where }, orderBy, take })).map(toAlertRow);
  }

  async find(projectId: string, id: string): Promise<AlertRow | undefined> {
    if (!isId(id)) return undefined;
    const alert = await this.relational.client.alert.findFirst({ where: { projectId, id } });
    return alert ? toAlertRow(alert) : undefined;
  }

  /** The last changes of an alert, the earliest first. */
  async history({ id: alertId }: AlertRow, take: number): Promise<AlertTransition[]> {
    const { alertTransition } = this.relational.client;
    const last = await alertTransition.findMany({ where: { alertId }, orderBy: { position: 'desc' }, take });
    return last.toReversed();
  }
}
