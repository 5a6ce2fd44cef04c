import type { Scope } from '../../core/session.js';
import { mergeSame, seriesOf, type Series, type Value } from '../../core/value.js';
import { failed } from '../../errors.js';
import { expandMatch } from '../../labels/expand.js';
import { compileGroups } from '../../labels/expression.js';
import { isLabelName, METRIC_NAME, type Labels } from '../../labels/labels.js';

/** Evaluates functions that change labels; undefined for others. */
export async function callOnLabels(scope: Scope, name: string, args: readonly Value[]): Promise<Value | undefined> {
  if (name !== 'label_replace' && name !== 'label_join') return undefined;
  const [target, ...texts] = args.slice(1).map((value) => (value.type === 'string' ? value.value : ''));
  return name === 'label_join' ? join(scope, args[0], target, texts) : replace(scope, args[0], target, texts);
}

function replace(
  scope: Scope,
  value: Value,
  target: string,
  [template, source, pattern]: readonly string[],
): Promise<Value> {
  const { regex, maxLength } = compile(pattern);
  if (!isLabelName(target)) throw failed(`invalid destination label name in label_replace(): ${target}`);
  return relabel(scope, value, target, (labels) => {
    const text = labels.get(source);
    return text.length > maxLength ? undefined : expandMatch(regex, template, text);
  });
}

function join(scope: Scope, value: Value, target: string, [separator, ...sources]: readonly string[]): Promise<Value> {
  for (const source of sources) {
    if (!isLabelName(source)) throw failed(`invalid source label name in label_join(): ${source}`);
  }
  if (!isLabelName(target)) throw failed(`invalid destination label name in label_join(): ${target}`);
  return relabel(scope, value, target, (labels) => sources.map((source) => labels.get(source)).join(separator));
}

async function relabel(
  scope: Scope,
  value: Value,
  target: string,
  compute: (labels: Labels) => string | undefined,
): Promise<Value> {
  const found: Series[] = [];
  for (const series of seriesOf(value)) {
    const text = compute(series.labels);
    const { values, present } = series;
    const dropsName = target === METRIC_NAME ? false : series.dropsName;
    found.push(text === undefined ? series : { labels: series.labels.with(target, text), dropsName, values, present });
    if (scope.pacer.spend(200)) await scope.pacer.pause();
  }
  return { type: 'vector', series: await mergeSame(scope, found) };
}

function compile(pattern: string): ReturnType<typeof compileGroups> {
  try {
    return compileGroups(pattern);
  } catch {
    throw failed(`invalid regular expression in label_replace(): ${pattern}`);
  }
}
