import type { CrashFree, DeployImpact } from '../gen/api.js';
import { formatCount, formatDuration, formatPercent } from '../time/format.js';
import type { Tone } from '../ui/controls/badge.js';

/** The share of sessions without a crash; a dash where it is not known. */
export function formatCrashFree(crashFree: CrashFree | undefined): string {
  return crashFree?.rate === null || crashFree === undefined ? '–' : formatPercent(crashFree.rate);
}

/** The sessions that the share is of, or why there is none. */
export function explainCrashFree(crashFree: CrashFree | undefined): string {
  if (crashFree === undefined) return 'Not known';
  const { rate, sessions, crashed_sessions: crashed, reason } = crashFree;
  if (rate === null)
    return reason === 'too_expensive'
      ? 'There are too many sessions to be counted in time.'
      : 'Nothing of the last 24 hours with this release names a session.';
  return `${formatCount(crashed)} of ${formatCount(sessions)} sessions of the last 24 hours had an error that nothing handled.`;
}

const VERDICTS: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>> = {
  worse: { text: 'More errors than before', tone: 'danger' },
  better: { text: 'Fewer errors than before', tone: 'ok' },
  no_change: { text: 'No change', tone: 'neutral' },
  too_few_events: { text: 'Too few errors to tell', tone: 'neutral' },
};

export function describeVerdict({ verdict }: Pick<DeployImpact, 'verdict'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  return VERDICTS[verdict] ?? { text: verdict, tone: 'neutral' };
}

/** Compares the rates before and after a deploy, with the interval of the comparison. */
export function describeRatio(deploy: DeployImpact): string {
  const { rate_ratio: ratio, rate_ratio_low: low, rate_ratio_high: high, exposure } = deploy;
  if (ratio === null)
    return `The rates of errors per ${toUnit(exposure)} cannot be compared, because one of them is not known.`;
  const bounds =
    low === null ? '' : high === null ? `, at least ${round(low)}` : `, between ${round(low)} and ${round(high)}`;
  return `${round(ratio)} times as many errors per ${toUnit(exposure)} as before${bounds} with 95 % confidence`;
}

/** Names what was compared: which services, how long before and after, and per what. */
export function describeComparison({ services, window_seconds: seconds, exposure }: DeployImpact): string {
  const whose = services.length === 0 ? 'all services' : services.join(', ');
  const length = formatDuration(seconds * 1000, 'ms');
  return `Errors of ${whose} per ${toUnit(exposure)}, in the ${length} before and after the deploy.`;
}

function toUnit(exposure: string): string {
  return exposure === 'requests' ? 'request' : 'minute';
}

function round(value: number): string {
  return formatCount(Number(value.toPrecision(3)));
}
