import type { Alert, InhibitionRule } from '../../gen/api.js';

type Compared = Pick<Alert, 'id' | 'labels' | 'severity' | 'state'>;

/** An inhibited alert, and the alert that inhibits it. */
export interface Inhibited<A extends Compared> {
  readonly target: A;
  readonly by: A;
}

/** Alerts in these states keep others quiet. */
const ACTIVE: ReadonlySet<string> = new Set(['firing', 'acknowledged', 'silenced']);

/**
 * The alerts that a rule keeps quiet.
 *
 * @param sources the unresolved alerts that match its source matchers.
 * @param targets those that match its target matchers.
 */
export function findInhibited<A extends Compared>(
  { equal }: Pick<InhibitionRule, 'equal'>,
  sources: readonly A[],
  targets: readonly A[],
): readonly Inhibited<A>[] {
  const active = sources.filter(({ state }) => ACTIVE.has(state));
  const [areSources, areTargets] = [toIds(sources), toIds(targets)];
  return targets
    .filter(({ state }) => state !== 'pending')
    .flatMap((target) => {
      const values = toValues(target, equal);
      const by = active.find(
        (source) =>
          toValues(source, equal) === values &&
          // One that matches both sides is not kept quiet by others that do, nor by itself.
          !(areTargets.has(source.id) && areSources.has(target.id)),
      );
      return by === undefined ? [] : [{ target, by }];
    });
}

function toIds(alerts: readonly Compared[]): ReadonlySet<string> {
  return new Set(alerts.map(({ id }) => id));
}

/** The values of the labels that both have in common; a label that is absent is the empty text. */
function toValues({ labels, severity }: Compared, names: readonly string[]): string {
  const all: Readonly<Record<string, string>> = { ...labels, severity };
  return JSON.stringify(names.map((name) => (Object.hasOwn(all, name) ? all[name] : '')));
}
