import type { Result, ResultSeries } from '../evaluate/result.js';
import { compareLabels } from '../labels/labels.js';
import type { Evaluation, ExpectationKind } from './script.js';

/** The relative difference that Prometheus allows. */
const EPSILON = 1e-6;

/** Compares a result with what a script expects; returns the first difference. */
export function differenceOf(evaluation: Evaluation, { value }: Result): string | undefined {
  switch (value.type) {
    case 'scalar':
      if (evaluation.scalar === undefined) return 'got a scalar';
      return isClose(value.value, evaluation.scalar) ? undefined : `expected ${evaluation.scalar}, got ${value.value}`;
    case 'string':
      return value.value === (evaluation.text ?? '') ? undefined : `expected ${evaluation.text}, got ${value.value}`;
    case 'vector':
      return evaluation.scalar === undefined
        ? vectorDifference(evaluation, value.series)
        : 'got a vector, expected a scalar';
    case 'matrix':
      return matrixDifference(evaluation, value.series);
  }
}

function vectorDifference(evaluation: Evaluation, series: readonly ResultSeries[]): string | undefined {
  const isOrdered = has(evaluation, 'ordered');
  const missing = new Set(evaluation.series.map(({ labels }) => labels.key));
  for (const [position, { labels, values }] of series.entries()) {
    const expected = evaluation.series.findIndex((one) => one.labels.key === labels.key);
    if (expected < 0) return `unexpected ${labels.toString()} ${values[0]}`;
    if (isOrdered && expected !== position) return `${labels.toString()} is at ${position} instead of ${expected}`;
    const [point] = evaluation.series[expected].points;
    if (typeof point !== 'number') return `expected ${point} of ${labels.toString()}`;
    if (!isClose(values[0], point)) return `expected ${point} of ${labels.toString()}, got ${values[0]}`;
    missing.delete(labels.key);
  }
  return missing.size === 0 ? undefined : `missing ${[...missing].join(' and ').replaceAll('\ud800', ',')}`;
}

function matrixDifference(evaluation: Evaluation, series: readonly ResultSeries[]): string | undefined {
  const { start, step } = evaluation.window ?? evaluation;
  for (const [index, { labels }] of series.entries()) {
    if (index > 0 && compareLabels(series[index - 1].labels, labels) > 0) return 'series are not sorted';
    if (!evaluation.series.some((one) => one.labels.key === labels.key)) return `unexpected ${labels.toString()}`;
  }
  for (const { labels, points } of evaluation.series) {
    const found = series.find((one) => one.labels.key === labels.key);
    if (!found) return `missing ${labels.toString()}`;
    const expected = points.flatMap((value, index) =>
      value === undefined ? [] : [{ time: start + index * step, value }],
    );
    if (expected.length !== found.times.length) {
      return `expected ${expected.length} points of ${labels.toString()}, got ${[...found.times].map((t, i) => `${found.values[i]}@${t}`).join(' ')}`;
    }
    for (const [index, { time, value }] of expected.entries()) {
      const isSame = typeof value === 'number' && found.times[index] === time && isClose(found.values[index], value);
      if (!isSame)
        return `expected ${value}@${time} of ${labels.toString()}, got ${found.values[index]}@${found.times[index]}`;
    }
  }
  return undefined;
}

/** Compares warnings and infos with what a script expects; returns the first difference. */
export function noteDifference(evaluation: Evaluation, { warnings, infos }: Result): string | undefined {
  for (const [kind, notes] of [
    ['warn', warnings],
    ['info', infos],
  ] as const) {
    const wanted = evaluation.expectations.filter((expectation) => expectation.kind === kind);
    if (has(evaluation, `no_${kind}`) && notes.length > 0) return `unexpected ${kind}: ${notes[0]}`;
    if (wanted.length === 0) continue;
    if (notes.length === 0) return `expected ${kind}, got none`;
    if (wanted.some((expectation) => !notes.some((note) => expectation.matches(note))))
      return `no ${kind} matches: ${notes.join('; ')}`;
    const other = notes.find((note) => !wanted.some((expectation) => expectation.matches(note)));
    if (other !== undefined) return `unexpected ${kind}: ${other}`;
  }
  return undefined;
}

export function has(evaluation: Evaluation, kind: ExpectationKind): boolean {
  return evaluation.expectations.some((expectation) => expectation.kind === kind);
}

function isClose(left: number, right: number): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  const sum = Math.abs(left) + Math.abs(right);
  const difference = Math.abs(left - right);
  if (left === 0 || right === 0 || sum < 2.2250738585072014e-308) return difference < EPSILON * 2.2250738585072014e-308;
  return difference / Math.min(sum, Number.MAX_VALUE) < EPSILON;
}
