import type { SignalStatus } from '../gen/api.js';
import type { Target } from '../links/targets.js';

export interface SignalPage {
  readonly label: string;
  /** The page that shows what was received; undefined where the console has none. */
  readonly target?: Target;
}

/** Display names and pages of signals, by their names in the interface. */
export const SIGNAL_PAGES: Readonly<Record<string, SignalPage>> = {
  traces: { label: 'Spans', target: { to: 'traces' } },
  logs: { label: 'Log records', target: { to: 'logs' } },
  metrics: { label: 'Metric points', target: { to: 'metrics' } },
  events: { label: 'Product events', target: { to: 'customers', search: { tab: 'events' } } },
  replay: { label: 'Recordings', target: { to: 'replays' } },
};

export function hasReceived(signals: readonly SignalStatus[]): boolean {
  return signals.some(({ last_received_at: last }) => last !== undefined);
}
