import {
  FLAG_OPERATIONS,
  SETTING_OPERATIONS,
  changedResource,
  type RecordedChange,
  type SettingScope,
} from '@svc/directory';
import { settingNoun, settingPath, settingVerb } from '@svc/investigations';
import type { StoredKey } from '@svc/reading/paging';

export const KINDS = ['release', 'flag', 'rule', 'setting'] as const;
export type Kind = (typeof KINDS)[number];

/** The scopes that show changes of each kind, of settings each its own. */
export const KIND_SCOPES: Readonly<Record<Kind, readonly string[]>> = {
  release: ['releases:read'],
  flag: ['flags:read'],
  rule: ['alerts:read'],
  setting: Object.keys(SETTING_OPERATIONS).filter((scope) => scope !== 'alerts:read'),
};

/** A change; `at` and `id` order the list. */
export interface Change extends StoredKey {
  readonly kind: Kind;
  readonly title: string;
  /** ID of the operation. */
  readonly operation: string;
  /** Undefined for the project itself, and for the creation of a flag whose key was not recorded. */
  readonly target?: string | undefined;
  readonly changedBy?: string | undefined;
  /** Path of the operation that shows what was changed. */
  readonly path: string;
}

/** The operations of the audit log that are changes of some kinds, as far as these scopes show them. */
export function recordedOperations(
  kinds: readonly Kind[],
  scopes: ReadonlySet<string>,
  settings: readonly SettingScope[],
) {
  const isWanted = (scope: SettingScope): boolean => kinds.includes(scope === 'alerts:read' ? 'rule' : 'setting');
  const ofSettings = settings.filter(isWanted).flatMap((scope): readonly string[] => SETTING_OPERATIONS[scope]);
  return [...ofSettings, ...(kinds.includes('flag') && scopes.has('flags:read') ? FLAG_OPERATIONS : [])];
}

const RULES: ReadonlySet<string> = new Set(SETTING_OPERATIONS['alerts:read']);

export function toRecordedChange(entry: RecordedChange): Change {
  const { id, operation, principalId: changedBy } = entry;
  const target = changedResource(entry);
  const own = { id, at: new Date(entry.at), operation, target, changedBy };
  if (operation.startsWith('flags.')) return toFlagChange(own);
  const named = [settingNoun(operation), ...(target === undefined ? [] : [target])].join(' ');
  const kind = RULES.has(operation) ? 'rule' : 'setting';
  const verb = operation.startsWith('account.') ? 'were' : 'was';
  return { ...own, kind, title: `The ${named} ${verb} ${settingVerb(operation)}`, path: settingPath(operation) };
}

function toFlagChange(change: Omit<Change, 'kind' | 'title' | 'path'>): Change {
  const { operation, target } = change;
  const verb = operation === 'flags.update' ? 'updated' : settingVerb(operation);
  // Entries from before the audit log recorded the key of a created flag name none.
  if (target === undefined) return { ...change, kind: 'flag', title: `A flag was ${verb}`, path: '/api/v1/flags' };
  const isLeft = operation !== 'flags.delete';
  const path = isLeft ? `/api/v1/flags/${encodeURIComponent(target)}` : '/api/v1/flags';
  return { ...change, kind: 'flag', title: `The flag ${target} was ${verb}`, path };
}

export function toRelease({
  id,
  at,
  target,
  changedBy,
}: StoredKey & { target: string; changedBy: string | undefined }): Change {
  const path = `/api/v1/releases/${encodeURIComponent(target)}`;
  const title = `The release ${target} was deployed`;
  return { id, at, kind: 'release', title, operation: 'releases.create', target, changedBy, path };
}

/** The latest first. */
export function latestFirst(a: Change, b: Change): number {
  if (a.at.getTime() !== b.at.getTime()) return b.at.getTime() - a.at.getTime();
  return a.id < b.id ? 1 : -1;
}
