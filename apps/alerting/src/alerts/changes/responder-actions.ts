import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational, type Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { notFound, ServiceError, requireFound, transitionConflict } from '@svc/service-error';
import { AlertsRepository } from '../alerts.repository.js';
import { GroupsRepository, type GroupRow } from '../groups/groups.repository.js';
import { HoldsRepository } from '../holds.repository.js';
import type { AlertActor } from '../lifecycle/alert-change.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import type { Trigger } from '../lifecycle/lifecycle.js';
import { transition } from '../lifecycle/transition.js';
import { AlertWriter } from './alert-writer.js';

/** An alert that was resolved by hand is quiet for this time, although its series stays in breach. */
const HOLD_MS = 3_600_000;

/**
 * Actions of responders on alerts. If two responders act at the same time, the second one gets an error, because the
 * state has changed.
 */
@Injectable()
export class ResponderActions {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly groups: GroupsRepository,
    private readonly holds: HoldsRepository,
    private readonly writer: AlertWriter,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  acknowledge(projectId: string, alertId: string, actor: AlertActor, note: string): Promise<AlertRow> {
    return this.#act(projectId, alertId, actor, note, (at) => ({ kind: 'acknowledge', at, by: actor.id }));
  }

  resolve(projectId: string, alertId: string, actor: AlertActor, note: string): Promise<AlertRow> {
    return this.#act(projectId, alertId, actor, note, (at) => ({ kind: 'resolve', at, by: actor.id }));
  }

  async #act(
    projectId: string,
    alertId: string,
    actor: AlertActor,
    note: string,
    toTrigger: (at: Date) => Trigger,
  ): Promise<AlertRow> {
    if (!isId(alertId)) throw notFound();
    return this.relational.client.$transaction(async (tx) => {
      const { alert: previous, locked } = await this.#lock(tx, projectId, alertId);
      const at = new Date(this.clock());
      const outcome = transition(previous, toTrigger(at));
      if (outcome.kind === 'refused') throw transitionConflict('state', 'alert', outcome.from, outcome.to);
      if (outcome.kind !== 'changed') return previous;
      const { reason, event } = outcome;
      const next = { ...previous, ...outcome.next };
      await this.writer.write(tx, [{ previous, next, transition: { reason, event }, at, actor, note }], locked);
      if (reason === 'manual') await this.holds.hold(tx, next, new Date(at.getTime() + HOLD_MS));
      return next;
    });
  }

  /** The group first: everybody takes the locks in this order. */
  async #lock(
    tx: Transaction,
    projectId: string,
    alertId: string,
  ): Promise<{ readonly alert: AlertRow; readonly locked: readonly GroupRow[] }> {
    const seen = requireFound(
      await tx.alert.findFirst({ where: { id: alertId, projectId }, select: { groupId: true } }),
    );
    const locked = await this.groups.lock(tx, seen.groupId === null ? [] : [seen.groupId]);
    const [alert] = await this.alerts.lock(tx, [alertId]);
    if (!alert) throw notFound();
    // It began to fire, or its rule notifies differently, between the two statements: as if the request had come later.
    if (alert.groupId !== seen.groupId && alert.state !== 'resolved') throw new ServiceError('unavailable');
    return { alert, locked };
  }
}
