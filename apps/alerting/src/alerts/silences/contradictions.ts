import { ALERT_SEVERITIES } from '../lifecycle/alert-change.js';
import { compileSilenceMatcher, type LabelTest, type SilenceMatcher } from './matcher.js';

/** The label that every alert has. */
const NAME = 'alertname';
/** Expressions without these characters, apart from `|`, are lists of texts. */
const SYNTAX = /[\\.^$*+?()[\]{}]/u;

/**
 * Returns the index of the last matcher of a label that no value of the label can satisfy together with the others; undefined if there is
 * none. It decides labels with a matcher that names its values (`=`, or `=~` with a list such as `a|b`), the label `severity`, and an
 * expression that is both demanded and excluded; other pairs of expressions may contradict each other unnoticed.
 *
 * @param matchers valid ones, in their order.
 */
export function findContradiction(matchers: readonly SilenceMatcher[]): number | undefined {
  const byLabel = Map.groupBy(matchers.keys(), (index) => matchers[index]?.labelName ?? '');
  for (const [name, indices] of byLabel) {
    const own = indices.flatMap((index) => matchers[index] ?? []);
    if (!canMatch(name, own)) return indices.at(-1);
  }
  return undefined;
}

function canMatch(name: string, matchers: readonly SilenceMatcher[]): boolean {
  const tests = matchers.map((matcher): LabelTest => compileSilenceMatcher(matcher) ?? (() => false));
  const candidates = toCandidates(name, matchers);
  if (candidates) return candidates.some((value) => tests.every((test) => test(value)));
  const excluded = new Set(matchers.filter(({ operator }) => operator === '!~').map(({ value }) => value));
  return !matchers.some(({ operator, value }) => operator === '=~' && excluded.has(value));
}

/** The values that a label can have; undefined if they are not known. */
function toCandidates(name: string, matchers: readonly SilenceMatcher[]): readonly string[] | undefined {
  if (name === 'severity') return ALERT_SEVERITIES;
  const listed = matchers.map(toValues).find((values) => values !== undefined);
  return name === NAME ? listed?.filter((value) => value !== '') : listed;
}

/** The only values that satisfy a matcher; undefined if they are not listed. */
function toValues({ operator, value }: SilenceMatcher): readonly string[] | undefined {
  if (operator === '=') return [value];
  return operator === '=~' && !SYNTAX.test(value) ? value.split('|') : undefined;
}

/** Names that no rule has. */
const PROBES = ['0d8a61c2', 'Zx, Qv-4/7 (probe)', '\u{10437}'];

/** Whether matchers match alerts that have nothing but a name and a severity, whatever these are: such matchers select no alerts. */
export function matchesEveryAlert(matches: (labels: Readonly<Record<string, string>>) => boolean): boolean {
  return PROBES.every((alertname) => ALERT_SEVERITIES.every((severity) => matches({ alertname, severity })));
}
