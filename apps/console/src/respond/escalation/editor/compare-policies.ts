import type { EscalationPolicy } from '../../../gen/api.js';
import { compareTexts, type Difference } from '../../parts/compare-texts.js';
import type { ReceiverNames } from '../use-receiver-names.js';

/** The parts in which two versions of a policy differ. */
export function comparePolicies(
  before: EscalationPolicy,
  now: EscalationPolicy,
  names: ReceiverNames,
): readonly Difference[] {
  return compareTexts(toTexts(before, names), toTexts(now, names));
}

function toTexts(policy: EscalationPolicy, names: ReceiverNames): Readonly<Record<string, string>> {
  const { name, levels, max_escalations: passes, ack_timeout: timeout = '', version } = policy;
  const each = levels.map(({ level, delay, schedules, users, channels }) => {
    const receivers = [...schedules.map(names.schedule), ...users.map(names.user), ...channels.map(names.channel)];
    return [`Level ${level}`, `${receivers.join(', ')}, then ${delay}`] as const;
  });
  return {
    Name: name,
    ...Object.fromEntries(each),
    Passes: String(passes),
    'Acknowledgement holds': timeout === '' ? 'for good' : timeout,
    Version: String(version),
  };
}
