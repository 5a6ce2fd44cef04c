import type { Prisma } from '@svc/relational';

/** Every kind of entry that a timeline can have. */
export type EntryKind =
  | 'created'
  | 'acknowledged'
  | 'resolved'
  | 'reopened'
  | 'comment'
  | 'severity_changed'
  | 'title_changed'
  | 'description_changed'
  | 'link_added'
  | 'link_removed'
  | 'alert_attached'
  | 'alert_fired'
  | 'alert_resolved'
  | 'escalation_started'
  | 'escalation_level_notified'
  | 'escalation_no_one_oncall'
  | 'escalation_exhausted'
  | 'escalation_stopped'
  | 'notification_sent'
  | 'notification_failed'
  | 'notification_suppressed'
  | 'assignee_changed'
  | 'ticket_linked'
  | 'ticket_updated'
  | 'investigation_attached'
  | 'deploy_detected'
  | 'flag_changed';

/** Something that happened to an incident. */
export interface NewEntry {
  readonly kind: EntryKind;
  readonly data?: Prisma.InputJsonObject;
}

export interface Actor {
  readonly type: 'user' | 'api_key' | 'system' | 'integration';
  /** ID of the user or the key; the name of the part of the service for others. */
  readonly id: string;
}
