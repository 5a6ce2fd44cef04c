import { isObject, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, decimal, percentage, toSecond, wholeNumber } from '../../layout/units.js';

/** Prints a release: its origin, its issues, and the verdict on its deploy with the underlying figures. */
export function printRelease(answer: Json, page: Page): string {
  const release = isObject(answer) ? answer : {};
  const { colors } = page;
  const lines = [
    colors.bold(wrapLine(`Release ${textAt(release, 'release')}`, page)),
    colors.dim(joinFacts(origin(release), '  ', page)),
    joinFacts(counts(release), ', ', page),
    wrapLine(sessions(objectAt(release, 'crash_free')), page),
    ...verdict(objectAt(release, 'deploy'), page),
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

function origin(release: JsonObject): string[] {
  const deployed = toSecond(release['deployed_at'] ?? '');
  return [
    deployed === '' ? 'not deployed' : `deployed ${deployed}`,
    ...['author', 'commit', 'ref', 'url'].map((name) => {
      const text = textAt(release, name);
      return text === '' ? '' : `${name} ${text}`;
    }),
  ];
}

function counts(release: JsonObject): string[] {
  return [
    counted(release['new_issue_count'] ?? 0, 'new issue'),
    counted(release['regressed_issue_count'] ?? 0, 'regressed issue'),
    counted(release['error_count'] ?? 0, 'error'),
  ];
}

function sessions(crashFree: JsonObject): string {
  const rate = crashFree['rate'];
  if (typeof rate !== 'number')
    return `Crash-free sessions unknown: ${textAt(crashFree, 'reason').replaceAll('_', ' ')}`;
  const crashed = `${wholeNumber(crashFree['crashed_sessions'] ?? 0)} of ${counted(crashFree['sessions'] ?? 0, 'session')}`;
  return `${percentage(rate)} of sessions crash-free (${crashed} crashed in the last 24 hours)`;
}

function verdict(deploy: JsonObject, page: Page): string[] {
  const { colors } = page;
  const name = textAt(deploy, 'verdict');
  if (name === '') return [];
  const paint = PAINTS[name]?.(colors) ?? colors.bold;
  const window = counted(Math.round(Number(deploy['window_seconds'] ?? 0) / 60), 'minute');
  const sides =
    Number(deploy['window_seconds'] ?? 0) === 0
      ? []
      : [
          `${window} before the deploy: ${windowText(deploy, 'before')}`,
          `${window} after: ${windowText(deploy, 'after')}`,
        ];
  return [
    paint(wrapLine(verdictSentence(name, textAt(deploy, 'reason')), page)),
    wrapLine(ratioSentence(deploy), page),
    ...(sides.length === 0 ? [] : [colors.dim(joinFacts(sides, '; ', page))]),
  ];
}

/** The reason begins with the verdict if that is all there is to say. */
function verdictSentence(verdict: string, reason: string): string {
  const words = verdict.replaceAll('_', ' ');
  return reason.toLowerCase().startsWith(words) ? reason : `${words}: ${reason}`;
}

/** The error rate after the deploy compared with the one before, as far as it is known. */
function ratioSentence(deploy: JsonObject): string {
  const [ratio, low, high] = ['rate_ratio', 'rate_ratio_low', 'rate_ratio_high'].map((field) =>
    typeof deploy[field] === 'number' ? decimal(Number(deploy[field].toPrecision(3))) : undefined,
  );
  const rate = `The rate of errors per ${textAt(deploy, 'exposure').replace(/s$/, '')}`;
  const bounds = [low && `at least ${low}`, high && `at most ${high}`].filter(Boolean).join(' and ');
  if (ratio !== undefined) {
    const interval = bounds === '' ? '' : ` (with 95 % confidence ${bounds} times)`;
    return `${rate} is ${ratio} times that before${interval}.`;
  }
  return bounds === '' ? '' : `${rate} is ${bounds} times that before, with 95 % confidence.`;
}

const PAINTS: Readonly<Record<string, (colors: Colors) => Paint>> = {
  better: (colors) => colors.green,
  worse: (colors) => colors.red,
  too_few_events: (colors) => colors.dim,
};

function windowText(deploy: JsonObject, name: string): string {
  const { errors = 0, requests = 0 } = objectAt(deploy, name);
  const served = requests === 0 ? '' : ` in ${counted(requests, 'request')}`;
  return `${counted(errors, 'error')}${served}`;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

const textAt = (object: JsonObject, name: string): string => oneLine(plainText(object[name] ?? ''));
