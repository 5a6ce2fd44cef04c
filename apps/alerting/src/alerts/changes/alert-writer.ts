import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { recordEvents } from '@svc/work';
import { AlertsRepository } from '../alerts.repository.js';
import { GroupEscalations } from '../groups/group-escalations.js';
import { flushAfterChange } from '../groups/group-times.js';
import { GroupsRepository, type GroupRow } from '../groups/groups.repository.js';
import { alertEvent } from '../lifecycle/alert-event.js';
import type { AlertWrite } from '../lifecycle/alert-write.js';

/** Writes what became of alerts: rows, history, events, the next flush of their groups, and who is no longer paged. */
@Injectable()
export class AlertWriter {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly groups: GroupsRepository,
    private readonly escalations: GroupEscalations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param writes at most one for each alert.
   * @param locked the groups of the alerts, before and after.
   */
  async write(tx: Transaction, writes: readonly AlertWrite[], locked: readonly GroupRow[]): Promise<void> {
    if (writes.length === 0) return;
    const now = new Date(this.clock());
    await this.alerts.save(
      tx,
      writes.map(({ next }) => next),
      now,
    );
    await this.#recordHistory(tx, writes);
    const events = writes.flatMap((write) =>
      write.transition?.event ? [alertEvent(write.transition.event, write)] : [],
    );
    await recordEvents(tx, events);
    await this.#schedule(tx, writes, locked, now);
    await this.escalations.settle(tx, writes, locked, now);
  }

  async #recordHistory(tx: Transaction, writes: readonly AlertWrite[]): Promise<void> {
    const data = writes.flatMap(({ previous, next, transition, at, actor, note = '' }) =>
      transition
        ? {
            projectId: next.projectId,
            alertId: next.id,
            at,
            reason: transition.reason,
            note,
            fromState: previous?.state ?? '',
            toState: next.state,
            actorType: actor.type,
            actorId: actor.id,
          }
        : [],
    );
    if (data.length > 0) await tx.alertTransition.createMany({ data });
  }

  /**
   * Schedules a flush of the groups of alerts that are due or resolved, and an immediate flush of the groups that an
   * alert has left.
   */
  async #schedule(
    tx: Transaction,
    writes: readonly AlertWrite[],
    locked: readonly GroupRow[],
    now: Date,
  ): Promise<void> {
    const [touched, left] = [new Set<string>(), new Set<string>()];
    for (const { previous, next, transition } of writes) {
      const former = previous?.groupId ?? null;
      const isMoved = former !== next.groupId;
      if (former !== null && isMoved) left.add(former);
      const isOfInterest = next.state === 'resolved' || next.isDue;
      if ((transition || isMoved) && isOfInterest && next.groupId !== null) touched.add(next.groupId);
    }
    const changed = locked.flatMap((group) => {
      if (left.has(group.id)) return { ...group, nextFlushAt: now };
      return touched.has(group.id) ? { ...group, nextFlushAt: flushAfterChange(group, now) } : [];
    });
    await this.groups.save(tx, changed, now);
  }
}
