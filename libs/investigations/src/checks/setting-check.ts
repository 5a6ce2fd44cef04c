import { absentEvidence, toEvidence, type EvidenceSource } from '../evidence/evidence.js';
import { settingPath, settingsPath } from '../evidence/links.js';
import { PROJECT, settingNoun, settingVerb } from '../evidence/setting-names.js';
import type { ChangeFact } from '../facts/facts.js';
import type { SettingFact } from '../facts/setting-facts.js';
import type { Entity, Evidence } from '../model.js';
import { entityKey, MAX_ROWS } from '../signals/signal.js';
import { counted, formatTime, nameOf } from '../signals/texts.js';
import type { Check } from './check.js';

/** Rules and settings that were changed before the onset. */
export const SETTINGS: Check<'settings'> = {
  name: 'settings',
  reading: 'settings',
  kinds: ['setting'],
  scopes: ['alerts:read', 'projects:read', 'settings:read'],
  text: 'Looks for alert rules and settings that changed before the onset',
  interpret({ changes, isComplete }, parameters, source) {
    if (changes.length > 0) {
      // Repeated changes of one thing are one piece of evidence.
      const alike = [...Map.groupBy(changes, (change) => entityKey(toEntity(change))).values()];
      return { signals: [], evidence: alike.slice(0, MAX_ROWS).map((own) => evidenceOf(own, source)) };
    }
    const title = isComplete
      ? 'No alert rule and no setting changed in the half hour before the onset'
      : 'No change of an alert rule or a setting is among the first entries of the audit log in the half hour before the onset';
    return { signals: [], evidence: [absentEvidence('setting', title, settingsPath(), source)] };
  },
};

/** The changes as possible causes, of each thing the last; which services they concern is not known. */
export function toChanges(facts: readonly SettingFact[]): ChangeFact[] {
  const last = new Map(facts.map((fact) => [entityKey(toEntity(fact)), fact]));
  return [...last.values()].map((fact) => ({ entity: toEntity(fact), at: fact.at, services: [] }));
}

function evidenceOf(changes: readonly SettingFact[], source: EvidenceSource): Evidence {
  const [first, ...more] = changes as readonly [SettingFact, ...SettingFact[]];
  const last = more.at(-1);
  const entity = toEntity(first);
  const between = more.length > 1 ? `, changed ${counted(more.length - 1, 'time')},` : '';
  const again = last ? `${between} and ${settingVerb(last.operation)} at ${formatTime(last.at)}` : '';
  return toEvidence(
    {
      kind: 'setting',
      about: entityKey(entity),
      title: `The ${nameOf(entity.name)} was ${settingVerb(first.operation)} at ${formatTime(first.at)}${again}`,
      finding: 'present',
      entities: [entity],
      rows: changes.map(({ operation, target, at, changedBy }) => ({
        operation,
        target: target ?? null,
        at: new Date(at).toISOString(),
        changed_by: changedBy,
      })),
      path: settingPath(first.operation),
    },
    { ...source, scopes: [first.scope] },
  );
}

function toEntity({ operation, target }: SettingFact): Entity {
  const noun = settingNoun(operation);
  const isRule = noun !== PROJECT && !operation.startsWith('settings.');
  return { type: isRule ? 'rule' : 'setting', name: target === undefined ? noun : `${noun} ${target}` };
}
