import type { AlertReason } from '../../alerts/index.js';
import type { RuleDefinition, Timing } from '../definition/definition.js';
import type { SeriesMemory } from './series-memory.js';
import type { Verdict } from './verdict.js';

export interface PhaseChange {
  readonly phase: 'pending' | 'firing' | 'ended';
  readonly reason: AlertReason;
}

export interface Advanced {
  readonly memory: SeriesMemory;
  /** Change of the phase to report; absent if there is none. */
  readonly change?: PhaseChange;
}

/** Interval at which a firing alert is reported again, so that its value stays current. */
export const RENEWAL_MS = 60_000;

type Settings = Pick<RuleDefinition, 'consecutive' | 'noData'>;

/**
 * The next phase of a series, by the rules of Prometheus: it is pending from the first breach, fires once the breach has lasted `for`, and
 * ends with the first evaluation that is `keep_firing_for` after the first one without a breach. A new breach in between starts that time
 * anew. A pending series ends at once.
 */
export function advance(
  memory: SeriesMemory,
  verdict: Verdict,
  at: number,
  settings: Settings,
  timing: Timing,
): Advanced {
  const seen = verdict === 'no_data' ? memory : { ...memory, seenAt: at };
  if (verdict === 'breach') return breach(seen, 'breached', at, settings, timing);
  if (verdict !== 'no_data') return recover(seen, 'recovered', at, timing);
  switch (settings.noData.policy) {
    case 'ok':
      return recover(seen, 'no_data', at, timing);
    case 'keep':
      return { memory: seen };
    case 'alert':
      if (at - seen.seenAt < timing.noDataAfterMs) return { memory: seen };
      return breach(seen, 'no_data', at, settings, timing);
  }
}

function breach(
  memory: SeriesMemory,
  reason: AlertReason,
  at: number,
  { consecutive }: Settings,
  { forMs }: Timing,
): Advanced {
  const breachedSince = memory.breachedSince ?? at;
  const breached = { ...memory, breachedSince, breaches: memory.breaches + 1, quietSince: null };
  const isFiring = memory.phase === 'firing' || (at - breachedSince >= forMs && breached.breaches >= consecutive);
  if (!isFiring) {
    const pending = { ...breached, phase: 'pending' as const };
    return memory.phase === 'pending' ? { memory: pending } : { memory: pending, change: { phase: 'pending', reason } };
  }
  const isDue = memory.phase !== 'firing' || at - memory.reportedAt >= RENEWAL_MS;
  if (!isDue) return { memory: { ...breached, phase: 'firing' } };
  return { memory: { ...breached, phase: 'firing', reportedAt: at }, change: { phase: 'firing', reason } };
}

function recover(memory: SeriesMemory, reason: AlertReason, at: number, { keepFiringForMs }: Timing): Advanced {
  const quiet = { ...memory, breaches: 0, breachedSince: null };
  if (memory.phase === 'inactive') return { memory: quiet };
  const quietSince = memory.quietSince ?? at;
  if (memory.phase === 'firing' && at - quietSince < keepFiringForMs) return { memory: { ...quiet, quietSince } };
  return { memory: { ...quiet, phase: 'inactive', quietSince: null }, change: { phase: 'ended', reason } };
}
