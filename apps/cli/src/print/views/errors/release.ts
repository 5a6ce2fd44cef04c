import { isObject, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { decimal, percentage, toSecond, wholeNumber } from '../../layout/units.js';

/** Prints a release: its origin, its issues, and the verdict on its deploy with the underlying figures. */
export function printRelease(answer: Json, { colors }: Page): string {
  const release = isObject(answer) ? answer : {};
  const lines = [
    colors.bold(`Release ${textAt(release, 'release')}`),
    colors.dim(origin(release)),
    `${wholeNumber(release['new_issue_count'] ?? 0)} new issues  ${wholeNumber(release['regressed_issue_count'] ?? 0)} regressed  ${wholeNumber(release['error_count'] ?? 0)} errors`,
    sessions(objectAt(release, 'crash_free')),
    ...verdict(objectAt(release, 'deploy'), colors),
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

function origin(release: JsonObject): string {
  const deployed = toSecond(release['deployed_at'] ?? '');
  const facts = [
    deployed === '' ? 'not deployed' : `deployed ${deployed}`,
    ...['author', 'commit', 'ref', 'url'].map((name) => {
      const text = textAt(release, name);
      return text === '' ? '' : `${name} ${text}`;
    }),
  ];
  return facts.filter((fact) => fact !== '').join('  ');
}

function sessions(crashFree: JsonObject): string {
  const rate = crashFree['rate'];
  if (typeof rate !== 'number')
    return `Crash-free sessions unknown: ${textAt(crashFree, 'reason').replaceAll('_', ' ')}`;
  const counts = `${wholeNumber(crashFree['crashed_sessions'] ?? 0)} of ${wholeNumber(crashFree['sessions'] ?? 0)} crashed`;
  return `${percentage(rate)} of sessions crash-free (${counts}, last 24 hours)`;
}

function verdict(deploy: JsonObject, colors: Colors): string[] {
  const name = textAt(deploy, 'verdict');
  if (name === '') return [];
  const paint = PAINTS[name]?.(colors) ?? colors.bold;
  const [ratio, low, high] = ['rate_ratio', 'rate_ratio_low', 'rate_ratio_high'].map((field) =>
    typeof deploy[field] === 'number' ? decimal(Number(deploy[field].toPrecision(3))) : undefined,
  );
  const minutes = Number(deploy['window_seconds'] ?? 0) / 60;
  const interval = low === undefined ? '' : `, 95 % confidence ${low} to ${high ?? 'any'}`;
  return [
    '',
    `${paint(name.replaceAll('_', ' '))}  ${textAt(deploy, 'reason')}`,
    ...(ratio === undefined && low === undefined ? [] : [`rate ratio ${ratio ?? 'unknown'}${interval}`]),
    colors.dim(
      `${minutes} min before: ${windowText(deploy, 'before')}  after: ${windowText(deploy, 'after')}  per ${textAt(deploy, 'exposure').replace(/s$/, '')}`,
    ),
  ];
}

const PAINTS: Readonly<Record<string, (colors: Colors) => Paint>> = {
  better: (colors) => colors.green,
  worse: (colors) => colors.red,
  too_few_events: (colors) => colors.dim,
};

function windowText(deploy: JsonObject, name: string): string {
  const { errors = 0, requests = 0 } = objectAt(deploy, name);
  const served = requests === 0 ? '' : ` in ${wholeNumber(requests)} requests`;
  return `${wholeNumber(errors)} errors${served}`;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

const textAt = (object: JsonObject, name: string): string => oneLine(plainText(object[name] ?? ''));
