import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { requestNotification } from '@svc/work';
import { Escalations } from '../../escalation/index.js';
import { AlertsRepository } from '../alerts.repository.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import type { AlertWrite } from '../lifecycle/alert-write.js';
import { acknowledgementContent } from './group-content.js';
import type { GroupRow } from './groups.repository.js';

/** Lets pages and repetitions about a group end with what they are about. */
@Injectable()
export class GroupEscalations {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly escalations: Escalations,
  ) {}

  /**
   * Stops the pages about a group when one of its alerts is acknowledged, because a responder is working on it, or when
   * no alert of the group fires or is acknowledged any more.
   */
  async settle(tx: Transaction, writes: readonly AlertWrite[], locked: readonly GroupRow[], now: Date): Promise<void> {
    const calmed = new Map<string, AlertWrite>();
    for (const write of writes) {
      const groupId = write.previous?.groupId ?? null;
      if (groupId !== null && hasCalmed(write)) calmed.set(groupId, write);
    }
    const groups = locked.filter(({ id }) => calmed.has(id));
    if (groups.length === 0) return;
    const members = Map.groupBy(await this.alerts.statesOfGroups(tx, [...calmed.keys()]), ({ groupId }) => groupId);
    for (const group of groups) {
      const ofGroup = members.get(group.id) ?? [];
      const states = new Set(ofGroup.map(({ state }) => state));
      const cause = calmed.get(group.id);
      if (cause?.next.state === 'acknowledged') await this.#acknowledge(tx, group, cause, !states.has('firing'));
      else if (!states.has('firing') && !states.has('acknowledged')) {
        const reason = states.has('silenced') ? 'silenced' : 'resolved';
        const silenceIds = [...new Set(ofGroup.flatMap(({ silenceId }) => silenceId ?? []))].slice(0, MAX_SILENCES);
        await this.escalations.stop(tx, { ...toSubject(group), reason, silenceIds, at: now });
      }
    }
  }

  async #acknowledge(tx: Transaction, group: GroupRow, cause: AlertWrite, isWhole: boolean): Promise<void> {
    const { projectId, subject } = toSubject(group);
    const { at, next, actor } = cause;
    await this.escalations.acknowledge(tx, { projectId, subject, at });
    if (!isWhole || group.lastNotifiedAt === null || group.notify.channels.length === 0) return;
    await requestNotification(tx, {
      projectId,
      subject,
      type: 'alert.acknowledged',
      occurredAt: at,
      dedupeKey: `alert-group/${group.id}/acknowledged/${next.id}/${at.getTime()}`,
      content: acknowledgementContent(next, actor.name, cause.note),
      urgency: 'info',
      channelIds: group.notify.channels,
      userIds: [],
      onlyWhileWanted: false,
    });
  }
}

/** Silences that a suppressed notification names. */
export const MAX_SILENCES = 20;

/** Subject of the notifications and pages of a group: the alert that opened it. */
export function toSubject({ projectId, leadAlertId }: GroupRow) {
  return { projectId, subject: `alert/${leadAlertId}` as const };
}

/** Whether the alert no longer requires action, or no longer belongs to the group. */
function hasCalmed({ previous, next }: AlertWrite): boolean {
  const active: ReadonlySet<AlertRow['state']> = new Set(['firing', 'acknowledged']);
  if (!previous || !active.has(previous.state)) return false;
  if (previous.groupId !== next.groupId) return true;
  return previous.state === 'firing' ? next.state !== 'firing' : !active.has(next.state);
}
