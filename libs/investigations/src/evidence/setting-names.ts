/** Nouns of the changed resources, by the beginning of the operation; all other operations change the project. */
const NOUNS: readonly (readonly [start: string, noun: string])[] = [
  ['alert_rules.', 'alert rule'],
  ['silences.', 'silence'],
  ['inhibition.', 'inhibition rule'],
  ['settings.config', 'configuration entry'],
  ['settings.codehost', 'code host'],
  ['channels.', 'notification channel'],
  ['escalation.', 'escalation policy'],
  ['account.security', 'sign-in rules'],
];
export const PROJECT = 'project';
const VERBS: readonly (readonly [end: string, verb: string])[] = [
  ['create', 'created'],
  ['delete', 'deleted'],
];

/** The noun of what an operation changes, such as `alert rule`. */
export function settingNoun(operation: string): string {
  return NOUNS.find(([start]) => operation.startsWith(start))?.[1] ?? PROJECT;
}

/** The past tense of what an operation does: created, deleted or changed. */
export function settingVerb(operation: string): string {
  return VERBS.find(([end]) => operation.endsWith(end))?.[1] ?? 'changed';
}
