import { compileMatchers, toMatchable, type Labels, type Matchable, type SilenceMatcher } from '../silences/matcher.js';

/** Keeps alerts quiet while others are active, with the meaning that inhibition rules have in Alertmanager. */
export interface InhibitionRule {
  readonly sourceMatchers: readonly SilenceMatcher[];
  readonly targetMatchers: readonly SilenceMatcher[];
  /** Names of labels whose values both alerts have in common. A label that is absent is the empty text. */
  readonly equal: readonly string[];
}

const matcher = (operator: SilenceMatcher['operator'], value: string): SilenceMatcher => ({
  labelName: 'severity',
  operator,
  value,
});

/** The rule of projects that have set none. */
export const DEFAULT_RULES: readonly InhibitionRule[] = [
  {
    sourceMatchers: [matcher('=', 'critical')],
    targetMatchers: [matcher('=~', 'warning|info')],
    equal: ['alertname', 'service_name', 'environment'],
  },
];

interface CompiledRule {
  readonly isSource: (labels: Labels) => boolean;
  readonly isTarget: (labels: Labels) => boolean;
  readonly equal: readonly string[];
}

/** The rules of a project, compiled once for many alerts. */
export class CompiledRules {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: readonly InhibitionRule[]) {
    this.#rules = rules.map(({ sourceMatchers, targetMatchers, equal }) => ({
      isSource: compileMatchers(sourceMatchers),
      isTarget: compileMatchers(targetMatchers),
      equal,
    }));
  }

  /** Whether some rule could inhibit an alert. */
  canInhibit(alert: Matchable): boolean {
    const labels = toMatchable(alert);
    return this.#rules.some(({ isTarget }) => isTarget(labels));
  }

  /** Active alerts are added to it one by one. */
  newSources(): Sources {
    return new Sources(this.#rules);
  }
}

/** Collects active source alerts and decides which alerts they inhibit. */
export class Sources {
  /**
   * For each rule, the values of the `equal` labels of its sources: those of alerts that are only sources (`only`), and
   * those of alerts that match as targets, too (`both`).
   */
  readonly #found: readonly { readonly only: Set<string>; readonly both: Set<string> }[];

  constructor(private readonly rules: readonly CompiledRule[]) {
    this.#found = rules.map(() => ({ only: new Set(), both: new Set() }));
  }

  add(alert: Matchable): void {
    const labels = toMatchable(alert);
    for (const [nth, { isSource, isTarget, equal }] of this.rules.entries())
      if (isSource(labels)) this.#found[nth]?.[isTarget(labels) ? 'both' : 'only'].add(joinValues(labels, equal));
  }

  /** An alert that is a source and a target of a rule is not inhibited by another one that is both, nor by itself. */
  inhibit(alert: Matchable): boolean {
    const labels = toMatchable(alert);
    return this.rules.some(({ isSource, isTarget, equal }, nth) => {
      const found = this.#found[nth];
      if (!found || !isTarget(labels)) return false;
      const values = joinValues(labels, equal);
      return found.only.has(values) || (found.both.has(values) && !isSource(labels));
    });
  }
}

function joinValues(labels: Labels, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => (Object.hasOwn(labels, name) ? (labels[name] ?? '') : '')));
}
