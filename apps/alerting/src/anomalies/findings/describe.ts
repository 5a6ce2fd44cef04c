import type { Direction } from '../detection/index.js';
import { findDetector, type Detector } from '../detectors.js';

/** The description of a finding. */
export interface Described {
  readonly detector: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly direction: string;
  readonly observed: number;
  readonly expected: number;
  readonly baseline: string;
}

/** `Unusually many calls of checkout`. */
export function describeTitle({ detector, labels, direction }: Described): string {
  const known = findDetector(detector);
  if (!known) return `Anomaly of ${detector}`;
  const series = labels[known.seriesBy];
  const noun = labels['unit'] === 'tokens' ? 'token usage' : known.noun;
  return `Unusually ${degree(known, direction as Direction)} ${toSubject(known, noun, series, labels['service_name'])}`;
}

function toSubject({ seriesBy }: Detector, noun: string, series?: string, service = 'an unnamed service'): string {
  // Readers without access to log records are not shown the pattern.
  if (seriesBy === 'pattern')
    return `${series === undefined ? 'log records of one pattern' : `${noun} ${series}`} of ${service}`;
  const name = series ?? 'an unnamed series';
  return seriesBy === 'event' ? `${name} events` : `${noun} of ${name}`;
}

/** One sentence with the figures of the window that deviated most. */
export function describeSummary(described: Described): string {
  const { detector, labels, observed, expected, baseline } = described;
  const figure = findDetector(detector)?.figure ?? 'count';
  const compared = BASELINES[baseline] ?? baseline;
  return `${describeTitle(described)}: ${toFigures(figure, observed, expected, labels['unit'])} usual (${compared}).`;
}

const UNITS: Readonly<Record<string, string>> = { usd: 'USD', tokens: 'tokens' };

const BASELINES: Readonly<Record<string, string>> = {
  weeks: 'the same time of the last weeks',
  days: 'the same time of the last days',
  hours: 'the last hours',
};

function degree({ figure }: Detector, direction: Direction): string {
  if (figure === 'count') return direction === 'up' ? 'many' : 'few';
  return direction === 'up' ? 'high' : 'low';
}

function toFigures(figure: Detector['figure'], observed: number, expected: number, unit = ''): string {
  if (figure === 'ratio') return `${toDigits(observed * 100)} % where ${toDigits(expected * 100)} % is`;
  if (figure === 'duration') return `${toDigits(observed)} ms where ${toDigits(expected)} ms is`;
  if (figure === 'sum')
    return `${toDigits(observed)} ${UNITS[unit] ?? unit} in five minutes where ${toDigits(expected)} are`;
  return `${toDigits(observed)} in five minutes where ${toDigits(expected)} are`;
}

/** Three digits tell enough of a large number, and two of a small one. */
function toDigits(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(2)));
}
