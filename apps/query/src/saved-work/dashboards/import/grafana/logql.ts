import { parser } from '@grafana/lezer-logql';
import { Expression, required, tooComplex } from './expression.js';
import type { Translated } from './promql.js';
import { allOf, quoted, toCondition, toMatcher } from './selector.js';

/** The labels that Loki's own exporters use for fields of a record. Other labels are attributes. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['service_name', 'service'],
  ['detected_level', 'level'],
  ['deployment_environment', 'environment'],
  ['deployment_environment_name', 'environment'],
]);

const PARSER = parser.configure({ strict: true });

const toField = (label: string): string => FIELDS.get(label) ?? label;

/**
 * Translates the simple forms of LogQL: a selector with filters of lines, and its count or rate, summed up by labels.
 *
 * @throws Unsupported for everything else
 */
export function translateLogql(query: string, variables: ReadonlySet<string>): Translated {
  const expression = Expression.parse(PARSER, query).only.only;
  if (expression.name === 'LogExpr')
    return { query: { signal: 'logs', q: toSearch(expression, variables) }, changes: [] };
  const metric = expression.only;
  const isSummed = metric.name === 'VectorAggregationExpr';
  const { VectorOp, Grouping, MetricExpr } = isSummed ? metric.parts('VectorOp', 'Grouping', 'MetricExpr') : {};
  if (isSummed && required(VectorOp).text !== 'sum') throw tooComplex();
  const labels = Grouping && required(Grouping.parts('By', 'Labels').Labels);
  const counted = isSummed ? required(MetricExpr).only : metric;
  if (counted.name !== 'RangeAggregationExpr') throw tooComplex();
  const { RangeOp, LogRangeExpr } = counted.parts('RangeOp', 'LogRangeExpr');
  const func = required(RangeOp).text;
  if (func !== 'rate' && func !== 'count_over_time') throw tooComplex();
  const q = toSearch(required(LogRangeExpr), variables);
  const groupBy = (labels?.children ?? []).map(({ text }) => toField(text));
  return {
    query: { signal: 'logs', q, aggregate: func === 'rate' ? 'rate' : 'count', groupBy },
    changes: isSummed ? [] : ['all streams are shown as one'],
  };
}

/** `{label="value"} |= "text" != "text"` and parsers, which the service does not need: attributes can be searched as they are. */
function toSearch(records: Expression, variables: ReadonlySet<string>): string {
  const { Selector, PipelineExpr } = records.parts('Selector', 'PipelineExpr', 'Range');
  const conditions = flatten(required(Selector).only).map((child) => {
    const matcher = toMatcher(child);
    return toCondition({ ...matcher, label: toField(matcher.label) }, variables);
  });
  const stages = PipelineExpr ? flatten(PipelineExpr) : [];
  return allOf([...conditions, ...stages.flatMap((stage) => lineFilters(stage).map(toText))]);
}

/** The filters of a stage of the pipeline; none for a parser of lines. */
function lineFilters(stage: Expression): Expression[] {
  if (/^\|\s*(?:json|logfmt)$/.test(stage.text)) return [];
  return flatten(required(stage.parts('LineFilters').LineFilters));
}

function toText(filter: Expression): string {
  const { Filter, String } = filter.parts('Filter', 'String');
  const operator = required(Filter).text;
  const value = required(String).string;
  if ((operator !== '|=' && operator !== '!=') || /\$\w|\$\{|\[\[/.test(value) || value === '') throw tooComplex();
  return `${operator === '!=' ? 'NOT ' : ''}${quoted(value)}`;
}

/** The items of a list, in which the grammar nests the list of the items before each item. */
function flatten(list: Expression): Expression[] {
  const reversed: Expression[] = [];
  for (let rest: Expression | undefined = list; rest !== undefined;) {
    const children: Expression[] = rest.children;
    reversed.push(...children.filter(({ name }) => name !== list.name).toReversed());
    rest = children.find(({ name }) => name === list.name);
  }
  return reversed.toReversed();
}
