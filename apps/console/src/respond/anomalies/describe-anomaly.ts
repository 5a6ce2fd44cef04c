import type { AnomalyFinding } from '../../gen/api.js';
import { formatCount, formatDuration, formatPercent } from '../../time/amounts.js';

/** Writes a value of the measured figure. */
export type WriteValue = (value: number) => string;

const NAMES: Readonly<Record<string, string>> = {
  calls: 'Requests in five minutes',
  error_ratio: 'Share of failed requests',
  latency: 'Duration of requests (p95)',
  log_volume: 'Log records in five minutes',
  error_logs: 'Log records with errors in five minutes',
  pattern_volume: 'Log records of one pattern in five minutes',
  event_volume: 'Events in five minutes',
  model_cost: 'Cost in five minutes',
};

/** The figure that a detector measures. */
export function nameFigure({ detector, labels }: Pick<AnomalyFinding, 'detector' | 'labels'>): string {
  if (detector === 'model_cost' && labels['unit'] === 'tokens') return 'Tokens in five minutes';
  return NAMES[detector] ?? detector;
}

const DIGITS = 4;
const plain: WriteValue = (value) => formatCount(Number(value.toPrecision(DIGITS)));

/** Values with the unit of the figure. */
export function toWriter({ detector, labels }: Pick<AnomalyFinding, 'detector' | 'labels'>): WriteValue {
  if (detector === 'error_ratio') return formatPercent;
  if (detector === 'latency') return (ms) => formatDuration(ms, 'ms');
  if (detector === 'model_cost' && labels['unit'] === 'usd') return (usd) => `$${plain(usd)}`;
  return plain;
}

const BASELINES: Readonly<Record<string, string>> = {
  weeks: 'the same time of day and week in the last four weeks',
  days: 'the same time of day in the last seven days',
  hours: 'the last hours, because the series is too young to compare days or weeks',
};

type Explained = Pick<AnomalyFinding, 'direction' | 'score' | 'baseline' | 'windows' | 'severity'>;

/** Sentences that say with what a series was compared, how far it is from it, and what makes the finding as severe as it is. */
export function explainAnomaly({ score, baseline, windows, severity, direction }: Explained): readonly string[] {
  const side = direction === 'down' ? 'below' : 'above';
  const shown = formatCount(Number(score.toPrecision(2)));
  return [
    `The expectation is that of ${BASELINES[baseline] ?? baseline}.`,
    `The window that deviated most is ${shown} times the usual deviation of the series ${side} it. ${
      windows === 1 ? 'One window' : `${formatCount(windows)} windows`
    } of five minutes deviated.`,
    severity === 'critical'
      ? 'It is critical, because three of five windows deviated by a score of at least 6.'
      : 'It is a warning: it becomes critical once three of five windows deviate by a score of at least 6.',
  ];
}

/** Why a finding in this status cannot be changed so; undefined if it can. */
export function refuseAnomaly(action: 'acknowledge' | 'resolve', status: string): string | undefined {
  const isPossible = status === 'open' || (action === 'resolve' && status === 'acknowledged');
  return isPossible ? undefined : `The anomaly is ${status}.`;
}
