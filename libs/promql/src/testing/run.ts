import { PromqlError } from '../errors.js';
import { queryInstant, queryRange, type Query } from '../evaluate/query.js';
import type { Result } from '../evaluate/result.js';
import { parse } from '../syntax/parse.js';
import { print } from '../syntax/print.js';
import { fixTimes } from './at.js';
import { differenceOf, has, noteDifference } from './compare.js';
import { MemorySource } from './memory-source.js';
import { parseScript, type Evaluation } from './script.js';

/** An evaluation of a script: passed, refused because it needs what is not supported yet, or failed. */
export interface Outcome {
  readonly line: number;
  readonly expr: string;
  readonly status: 'passed' | 'refused' | 'failed';
  readonly reason: string | undefined;
}

/** The settings of the engine that Prometheus itself runs these scripts with. */
const SETTINGS = { delaysNames: true, usesStarts: true };

const REFUSAL = /not supported yet/;

/** Runs a script of tests of Prometheus. */
export async function runScript(script: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let source = new MemorySource();
  for (const command of parseScript(script)) {
    if (command.kind === 'clear') source = new MemorySource();
    else if (command.kind === 'load') source.load(command);
    else if (command.kind === 'invalid')
      outcomes.push({ line: command.line, expr: '', status: 'failed', reason: command.reason });
    else outcomes.push(outcomeOf(command, await run(source, command)));
  }
  return outcomes;
}

function outcomeOf({ line, expr }: Evaluation, reason: string | undefined): Outcome {
  const status = reason === undefined ? 'passed' : REFUSAL.test(reason) ? 'refused' : 'failed';
  return { line, expr, status, reason };
}

async function run(source: MemorySource, evaluation: Evaluation): Promise<string | undefined> {
  if (evaluation.isRange) return check(evaluation, (query) => queryRange(query, evaluation), source, evaluation.expr);
  const variants = [{ expr: evaluation.expr, time: evaluation.start }, ...atVariants(evaluation)];
  for (const { expr, time } of variants) {
    const reason =
      (await check(evaluation, (query) => queryInstant(query, time), source, expr)) ??
      (await checkAsRange(evaluation, source, expr, time).catch(String));
    if (reason !== undefined) return expr === evaluation.expr ? reason : `${reason} (of ${expr} at ${time})`;
  }
  return undefined;
}

async function check(
  evaluation: Evaluation,
  evaluate: (query: Query) => Promise<Result>,
  source: MemorySource,
  expr: string,
): Promise<string | undefined> {
  const isFailure = has(evaluation, 'fail');
  let result: Result;
  try {
    result = await evaluate({ text: expr, expr: parse(expr), source, settings: SETTINGS });
  } catch (error) {
    if (!(error instanceof PromqlError) || !isFailure || REFUSAL.test(error.message))
      return error instanceof Error ? error.message : String(error);
    const isExpected = evaluation.expectations.some((one) => one.kind === 'fail' && one.matches(error.message));
    return isExpected ? undefined : `unexpected error: ${error.message}`;
  }
  if (isFailure) return 'expected an error, got none';
  return noteDifference(evaluation, result) ?? differenceOf(evaluation, result);
}

/** Times at which the query must give the same once all its selectors have the time of the evaluation. */
function atVariants({ expr, start }: Evaluation): { readonly expr: string; readonly time: number }[] {
  let fixed;
  try {
    fixed = fixTimes(parse(expr), start);
  } catch {
    return [];
  }
  if (!fixed) return [];
  const text = print(fixed);
  const times = start === 0 ? [-1_000, 0, 1_000] : [-10 * start, 0, Math.trunc(start / 5), start, 10 * start];
  return times.map((time) => ({ expr: text, time }));
}

/** Looks at the middle of a range of three instants. */
async function checkAsRange(
  evaluation: Evaluation,
  source: MemorySource,
  expr: string,
  time: number,
): Promise<string | undefined> {
  const isInstantOnly =
    evaluation.window !== undefined || evaluation.text !== undefined || /(start|end|range|step)\(\)/.test(expr);
  if (isInstantOnly || has(evaluation, 'fail') || has(evaluation, 'ordered')) return undefined;
  const bounds = { start: time - 60_000, end: time + 60_000, step: 60_000 };
  const query = { text: expr, expr: parse(expr), source, settings: SETTINGS };
  const result = await queryRange(query, bounds);
  if (result.value.type !== 'matrix') return 'a range gave no matrix';
  const series = result.value.series.flatMap(({ labels, times, values }) => {
    const index = times.indexOf(time);
    return index < 0 ? [] : [{ labels, times: times.slice(index, index + 1), values: values.slice(index, index + 1) }];
  });
  const isScalar = evaluation.scalar !== undefined;
  const value = isScalar
    ? ({ type: 'scalar', time, value: series[0].values[0] } as const)
    : ({ type: 'vector', series } as const);
  const difference = differenceOf(evaluation, { value, warnings: [], infos: [] });
  return difference === undefined ? undefined : `in a range: ${difference}`;
}
