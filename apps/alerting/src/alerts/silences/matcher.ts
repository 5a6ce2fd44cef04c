import { compilePattern } from '@svc/property-filters';

export type MatcherOperator = '=' | '!=' | '=~' | '!~';

/** Compares one label of an alert, with the meaning that matchers have in Alertmanager. */
export interface SilenceMatcher {
  readonly labelName: string;
  readonly operator: MatcherOperator;
  /** A text, or an RE2 expression that has to match the whole label. */
  readonly value: string;
}

export type Labels = Readonly<Record<string, string>>;

/** The part of an alert that matchers read. */
export interface Matchable {
  readonly labels: Labels;
  readonly severity: string;
}

/** The labels that matchers and groups read: the severity of the alert is one of them, whatever its own labels say. */
export function toMatchable({ labels, severity }: Matchable): Labels {
  return { ...labels, severity };
}

/** Whether a label satisfies a matcher; a label that the alert does not have is the empty text. */
export type LabelTest = (label: string) => boolean;

/** Undefined if the expression of the matcher is not valid RE2 or too large. */
export function compileSilenceMatcher({ operator, value }: SilenceMatcher): LabelTest | undefined {
  switch (operator) {
    case '=':
      return (label) => label === value;
    case '!=':
      return (label) => label !== value;
    case '=~':
    case '!~': {
      // An expression that is only valid between the parentheses below could end them.
      const pattern = compilePattern(value) && compilePattern(anchored(value));
      return pattern && ((label) => pattern.test(label) === (operator === '=~'));
    }
  }
}

/** The whole label has to match. A dot matches no line break, as in Alertmanager. */
export const anchored = (expression: string): string => `^(?-s:${expression})$`;

/** Whether every matcher matches. One whose expression is not valid matches nothing, so that it never silences an alert. */
export function matchesAll(matchers: readonly SilenceMatcher[], labels: Labels): boolean {
  return compileMatchers(matchers)(labels);
}

/** Compiles the matchers once into a test for many alerts. */
export function compileMatchers(matchers: readonly SilenceMatcher[]): (labels: Labels) => boolean {
  const tests = matchers.map((matcher) => ({ name: matcher.labelName, test: compileSilenceMatcher(matcher) }));
  return (labels) => tests.every(({ name, test }) => test?.(label(labels, name)) ?? false);
}

function label(labels: Labels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? '') : '';
}
