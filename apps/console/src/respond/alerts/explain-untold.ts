import type { Alert, AlertRule } from '../../gen/api.js';
import { toMilliseconds } from '../parts/durations.js';

type Rule = Pick<AlertRule, 'warnings' | 'notify'>;

/** Why no notification names an alert. */
export interface Untold {
  readonly text: string;
  /** Another alert that was told together with this one may be named. */
  readonly isGrouped: boolean;
}

/** Milliseconds after which a notification that is due has been recorded. */
const GRACE_MS = 30_000;

/** @param rule undefined until it is known, and after it was deleted. */
export function explainUntold(
  { fired_at: fired }: Pick<Alert, 'fired_at'>,
  rule: Rule | undefined,
  nowMs: number,
): Untold {
  if (rule && rule.warnings.length > 0) return { text: 'No notification was sent. See why below.', isGrouped: false };
  const { group_wait: wait = '', group_by: names = [] } = rule?.notify ?? {};
  const dueMs = Date.parse(fired ?? '') + (toMilliseconds(wait) ?? 0) + GRACE_MS;
  if (!rule || !(nowMs > dueMs))
    return {
      text: 'No notification is due yet: the first one follows after the time for which the rule collects alerts.',
      isGrouped: false,
    };
  const common = names.length === 0 ? '' : ` with the same ${names.join(', ')}`;
  const text = `No notification names this alert. Alerts of its rule${common} are told together, by notifications that name the alert with which their group began. An inhibition rule may also keep it quiet.`;
  return { text, isGrouped: true };
}
