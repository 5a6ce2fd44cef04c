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

export type SettingScope = keyof typeof SETTING_OPERATIONS;

/** Operations that change flags. */
export const FLAG_OPERATIONS = ['flags.create', 'flags.update', 'flags.delete'] as const;

/**
 * The scopes of somebody that show changes of settings. A key cannot read the rules of the organization, whatever its scopes.
 *
 * @param isUser whether it is a signed-in user.
 */
export function readableSettings(scopes: ReadonlySet<string>, isUser: boolean): SettingScope[] {
  const all = Object.keys(SETTING_OPERATIONS) as SettingScope[];
  return all.filter((scope) => scopes.has(scope) && (scope !== 'account:read' || isUser));
}

/** The ID or the name of the resource that was changed; undefined for the project itself. */
export function changedResource(change: Pick<RecordedChange, 'operation' | 'target' | 'madeId'>): string | undefined {
  const { project_id: _, ...ids } = change.target;
  // The log also has the ID of what an update answers with.
  const madeId = change.operation.endsWith('.create') ? change.madeId : null;
  return Object.values(ids)[0] ?? madeId ?? undefined;
}
