import type { NotificationRequest } from '@svc/work';
import type { FlushPlan, Member } from '../groups/flush-plan.js';
import { groupContent } from '../groups/group-content.js';
import { MAX_SILENCES, toSubject } from '../groups/group-escalations.js';
import type { GroupRow } from '../groups/groups.repository.js';
import type { AlertRow } from '../lifecycle/alert-row.js';

export type PlannedAlert = AlertRow & Member;

/** The notifications that a flush requests. The count of flushes, which grows in the same transaction, makes the keys unique. */
export function groupRequests(group: GroupRow, plan: FlushPlan<PlannedAlert>, now: Date): NotificationRequest[] {
  const { projectId, subject } = toSubject(group);
  if (group.notify.channels.length === 0) return [];
  const to = { projectId, subject, occurredAt: now, channelIds: group.notify.channels, userIds: [] };
  const key = `alert-group/${group.id}/${group.flushCount + 1}`;
  const requests: NotificationRequest[] = [];
  const { suppressed, notification, firing, resolved } = plan;
  if (suppressed.length > 0) {
    const silences = [...new Set(suppressed.flatMap(({ silenceId }) => silenceId ?? []))];
    const content = { ...groupContent(group, suppressed, []), silence_ids: silences.slice(0, MAX_SILENCES) };
    requests.push({
      ...to,
      type: 'alert.firing',
      content,
      urgency: content.severity,
      dedupeKey: `${key}/silenced`,
      onlyWhileWanted: false,
      suppressedBecause: 'silenced',
    });
  }
  if (notification !== undefined) {
    const content = groupContent(group, firing, resolved);
    requests.push({
      ...to,
      content,
      dedupeKey: `${key}/${notification}`,
      type: notification === 'resolved' ? 'alert.resolved' : 'alert.firing',
      urgency: notification === 'resolved' ? 'info' : content.severity,
      // A repeat that has not been sent is dropped once a responder has acknowledged the group.
      onlyWhileWanted: notification === 'repeat',
    });
  }
  return requests;
}
