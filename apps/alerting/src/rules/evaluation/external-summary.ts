import type { RuleDefinition } from '../definition/definition.js';
import type { SeriesChange } from './evaluate.js';

/**
 * One sentence about a change of a rule that takes alerts of other products: about an alert that an evaluation ends, or about the silence
 * of all senders.
 */
export function summarizeExternal(
  { external: settings }: Pick<RuleDefinition, 'external'>,
  { phase, at, external }: Pick<SeriesChange, 'phase' | 'at' | 'external'>,
): string {
  if (!external)
    return phase === 'ended' ? 'Alerts are received again.' : `Nothing was received for ${settings?.heartbeat ?? ''}.`;
  if (phase !== 'ended') return 'Its sender says that it fires.';
  if (external.endedAt !== undefined) return 'Resolved by its sender.';
  const isExpired = external.expiresAt !== undefined && external.expiresAt <= at;
  return isExpired
    ? 'Its sender did not send it again.'
    : `Nothing was received about it for ${settings?.resolveAfter ?? ''}.`;
}
