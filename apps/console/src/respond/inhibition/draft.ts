import type { InhibitionRule, InhibitionRules, NewInhibitionRuleInput } from '../../gen/api.js';
import { nextId } from '../../ui/fields/next-id.js';
import { compareTexts, type Difference } from '../parts/compare-texts.js';
import { formatMatchers, parseMatchers } from '../silences/draft.js';

/** An inhibition rule as it is typed; matchers have a line each. */
export interface InhibitionDraft {
  /** Names the block of the form. */
  readonly id: number;
  readonly source: string;
  readonly target: string;
  /** Names of labels with commas. */
  readonly equal: string;
}

export const MAX_RULES = 20;
const MAX_NAMES = 10;

export function toDrafts({ rules }: Pick<InhibitionRules, 'rules'>): readonly InhibitionDraft[] {
  return rules.map(({ source_matchers: source, target_matchers: target, equal }) => ({
    id: nextId(),
    source: formatMatchers(source),
    target: formatMatchers(target),
    equal: equal.join(', '),
  }));
}

export function newRule(): InhibitionDraft {
  return { id: nextId(), source: '', target: '', equal: '' };
}

/** The rule of a draft; its matchers are empty while they cannot be read. */
export function toRule({ source, target, equal }: InhibitionDraft): NewInhibitionRuleInput & InhibitionRule {
  return {
    source_matchers: parseMatchers(source).matchers,
    target_matchers: parseMatchers(target).matchers,
    equal: toNames(equal),
  };
}

function toNames(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ];
}

/** The first reason why drafts are no rules yet; undefined if they can be sent. */
export function findFault(drafts: readonly InhibitionDraft[]): string | undefined {
  for (const [index, { source, target, equal }] of drafts.entries()) {
    for (const [text, side] of [
      [source, 'while'],
      [target, 'keep quiet'],
    ] as const) {
      const { matchers, fault } = parseMatchers(text);
      if (fault !== undefined) return `Rule ${index + 1}: ${fault}`;
      if (matchers.length === 0)
        return `Rule ${index + 1}: type the matchers of the alerts ${side === 'while' ? 'that are active' : 'that stay quiet'}.`;
      if (matchers.length > MAX_NAMES) return `Rule ${index + 1} has more than ${MAX_NAMES} matchers on one side.`;
    }
    if (toNames(equal).length > MAX_NAMES) return `Rule ${index + 1} has more than ${MAX_NAMES} labels in common.`;
  }
  return undefined;
}

/** A rule in one line. */
export function describeRule({ source_matchers: source, target_matchers: target, equal }: InhibitionRule): string {
  const inLine = (matchers: InhibitionRule['source_matchers']): string =>
    formatMatchers(matchers).replaceAll('\n', ', ');
  const common = equal.length === 0 ? '' : ` with the same ${equal.join(', ')}`;
  return `While ${inLine(source)} is active: ${inLine(target)}${common}`;
}

/** The rules in which two versions differ. */
export function compareVersions(before: InhibitionRules, now: InhibitionRules): readonly Difference[] {
  const toTexts = ({ rules, version }: InhibitionRules): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(rules.map((rule, index) => [`Rule ${index + 1}`, describeRule(rule)])),
    Version: String(version ?? 'built-in'),
  });
  return compareTexts(toTexts(before), toTexts(now));
}
