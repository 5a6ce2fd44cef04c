import { METRIC_NAME, type Labels } from '../../labels/labels.js';
import { Matcher } from '../../labels/matcher.js';

/** The labels by which series and info series belong together. */
export const IDENTIFYING = ['instance', 'job'] as const;

/** With more values than these, all series that have the label are selected. */
const MAX_VALUES = 100;

/** The conditions on names of info metrics: those given, or the defaults. */
export function nameMatchers(given: readonly Matcher[]): readonly Matcher[] {
  if (given.length === 0) return [new Matcher(METRIC_NAME, '=', 'target_info')];
  if (given.some(({ type }) => type === '=' || type === '=~')) return given;
  return [new Matcher(METRIC_NAME, '=~', '.+_info'), ...given];
}

/** Conditions that select the info series of series, one list for each set of identifying labels that they have. */
export function identifyingMatchers(all: readonly Labels[]): readonly (readonly Matcher[])[] {
  const sets = new Map<string, Set<string>[]>();
  for (const labels of all) {
    const values = IDENTIFYING.map((name) => labels.get(name));
    if (values.every((value) => value === '')) continue;
    const key = values.map((value) => (value === '' ? '0' : '1')).join('');
    const found = sets.get(key) ?? IDENTIFYING.map(() => new Set<string>());
    values.forEach((value, index) => found[index].add(value));
    sets.set(key, found);
  }
  return [...sets.values()].map((found) => found.map((values, index) => matcherOf(IDENTIFYING[index], values)));
}

function matcherOf(name: string, values: ReadonlySet<string>): Matcher {
  if (values.has('')) return new Matcher(name, '=', '');
  if (values.size > MAX_VALUES) return new Matcher(name, '!=', '');
  return new Matcher(name, '=~', [...values].map((value) => value.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')).join('|'));
}
