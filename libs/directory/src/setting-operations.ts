import type { RecordedChange } from './audit-entries.js';

/** Operations that change how a project behaves, by the scope that shows what they change. */
export const SETTING_OPERATIONS = {
  'account:read': ['account.security_set'],
  'alerts:read': [
    ...['alert_rules.create', 'alert_rules.update', 'alert_rules.delete'],
    ...['silences.create', 'silences.delete', 'inhibition.set', 'inhibition.delete'],
  ],
  'escalation:read': ['escalation.create', 'escalation.update', 'escalation.delete'],
  'notifications:read': ['channels.create', 'channels.update', 'channels.delete'],
  'projects:read': ['projects.update'],
  'settings:read': [
    ...['settings.config_set', 'settings.config_delete', 'settings.codehost_set', 'settings.codehost_delete'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The ID or the name of the resource that was changed; undefined for the project itself. */
export function changedResource({ target, madeId }: Pick<RecordedChange, 'target' | 'madeId'>): string | undefined {
  const { project_id: _, ...ids } = target;
  return Object.values(ids)[0] ?? madeId ?? undefined;
}
