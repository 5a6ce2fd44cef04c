import { Inject, Injectable } from '@nestjs/common';
import type { Relational, Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { DueWatch, requestNotifications } from '@svc/work';
import { Escalations } from '../../escalation/index.js';
import { AlertsRepository } from '../alerts.repository.js';
import { Silencer } from '../changes/silencer.js';
import { planFlush, type FlushPlan } from '../groups/flush-plan.js';
import { groupContent } from '../groups/group-content.js';
import { toSubject } from '../groups/group-escalations.js';
import { GroupsRepository, type GroupRow } from '../groups/groups.repository.js';
import { InhibitorsRepository } from '../inhibition/inhibitors.repository.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import { groupRequests, type PlannedAlert } from './group-requests.js';

interface Flush {
  readonly group: GroupRow;
  readonly plan: FlushPlan<PlannedAlert>;
}

/** The most groups of one transaction. */
const BATCH = 100;
/** The most groups that one statement makes due. */
const MAX_RESCHEDULED = 1_000;

/** Carries out what is planned for groups that are due: a batch in one transaction, which a crash takes back as a whole. */
@Injectable()
export class Flushes {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly alerts: AlertsRepository,
    private readonly inhibitors: InhibitorsRepository,
    private readonly silencer: Silencer,
    private readonly escalations: Escalations,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Checks at this interval whether groups are due. @returns a function that stops the checks. */
  watch(everyMs: number, wake: () => void): () => void {
    return DueWatch.of(this.relational).add({
      everyMs,
      select: (bind) => this.groups.selectDue(new Date(this.clock()), bind),
      wake,
    });
  }

  /** @returns whether more may be due. */
  async flushDue(): Promise<boolean> {
    const now = new Date(this.clock());
    await this.groups.makeDue(this.relational.client, now, MAX_RESCHEDULED);
    return this.relational.client.$transaction(async (tx) => {
      const due = await this.groups.due(tx, now, BATCH);
      if (due.length > 0) await this.#flush(tx, due, now);
      return due.length === BATCH;
    });
  }

  async #flush(tx: Transaction, due: readonly GroupRow[], now: Date): Promise<void> {
    const ids = due.map(({ id }) => id);
    // A silence that began while an alert was inserted may not have seen it; notifications are what must not happen.
    const found = await this.alerts.ofGroups(tx, ids);
    const alerts = (await this.silencer.recheck(tx, found, due, now)) ? await this.alerts.ofGroups(tx, ids) : found;
    const isInhibited = await this.inhibitors.of(tx, alerts);
    const members = Map.groupBy(alerts, ({ groupId }) => groupId);
    const flushes = due.map((group): Flush => {
      const own = (members.get(group.id) ?? []).map((alert) => ({ ...alert, isInhibited: isInhibited(alert) }));
      return { group, plan: planFlush(group, own, now) };
    });
    await requestNotifications(
      tx,
      flushes.flatMap(({ group, plan }) => groupRequests(group, plan, now)),
    );
    for (const flush of flushes) await this.#escalate(tx, flush, now);
    await this.#record(tx, flushes, now);
  }

  /**
   * Pages only cover alerts that receivers have not been notified about: a group that was acknowledged starts over when another alert joins
   * it. Alerts that open incidents page through the incident, so that nobody is paged twice.
   */
  async #escalate(tx: Transaction, { group, plan: { fresh, firing } }: Flush, at: Date): Promise<void> {
    const { escalationPolicyId: policyId } = group.notify;
    if (policyId === undefined || fresh.every(({ rule }) => rule.incident.autoCreate)) return;
    await this.escalations.start(tx, { ...toSubject(group), policyId, content: groupContent(group, firing, []), at });
  }

  async #record(tx: Transaction, flushes: readonly Flush[], now: Date): Promise<void> {
    const collectIds = (pick: (plan: Flush['plan']) => readonly AlertRow[]) =>
      flushes.flatMap(({ plan }) => pick(plan).map(({ id }) => id));
    await this.alerts.recordFlush(tx, {
      notified: collectIds(({ fresh }) => fresh),
      suppressed: collectIds(({ suppressed }) => suppressed),
      released: collectIds(({ released }) => released),
    });
    const [over, kept] = [flushes.filter(({ plan }) => plan.isOver), flushes.filter(({ plan }) => !plan.isOver)];
    await this.groups.delete(
      tx,
      over.map(({ group }) => group.id),
    );
    await this.groups.save(
      tx,
      kept.map(({ group, plan: { lastNotifiedAt, nextFlushAt } }) => {
        const flushCount = group.flushCount + 1;
        return { ...group, flushCount, lastFlushAt: now, lastNotifiedAt, nextFlushAt };
      }),
      now,
    );
  }
}
