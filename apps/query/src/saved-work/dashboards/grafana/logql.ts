import { takeLabels, type Translated } from './promql.js';
import { Scanner, tooComplex } from './scanner.js';
import { allOf, quoted, takeMatchers, toCondition, type Matcher } from './selector.js';

const COUNTED = /(?:count_over_time|rate)(?=\s*\()/y;
/** What Loki's own exporters call the fields of a record. Other labels are attributes. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['service_name', 'service'],
  ['detected_level', 'level'],
  ['deployment_environment', 'environment'],
  ['deployment_environment_name', 'environment'],
]);

const toField = (label: string): string => FIELDS.get(label) ?? label;

/**
 * The simple forms of LogQL: a selector with filters of lines, and its count or rate, summed up by labels.
 *
 * @throws Unsupported for everything else
 */
export function translateLogql(expression: string, variables: ReadonlySet<string>): Translated {
  const scanner = new Scanner(expression);
  const isSummed = scanner.take(/sum(?=\s*(?:by\b|\())/y) !== undefined;
  const before = isSummed ? takeLabels(scanner) : undefined;
  if (isSummed) scanner.expect('(');
  const counted = scanner.take(COUNTED);
  if (counted === undefined && isSummed) throw tooComplex();
  if (counted !== undefined) scanner.expect('(');
  const q = takeRecords(scanner, variables);
  if (counted !== undefined) {
    if (scanner.take(/\[[\w$:{}]+\]/y) === undefined) throw tooComplex();
    scanner.expect(')');
  }
  if (isSummed) scanner.expect(')');
  const groupBy = (before ?? (isSummed ? takeLabels(scanner) : undefined) ?? []).map(toField);
  if (!scanner.isAtEnd) throw tooComplex();
  if (counted === undefined) return { query: { signal: 'logs', q }, changes: [] };
  const aggregate = counted === 'rate' ? 'rate' : 'count';
  return {
    query: { signal: 'logs', q, aggregate, groupBy },
    changes: isSummed ? [] : ['all streams are shown as one'],
  };
}

/** `{label="value"} |= "text" != "text"` and parsers, which the service does not need: attributes can be searched as they are. */
function takeRecords(scanner: Scanner, variables: ReadonlySet<string>): string {
  const conditions = takeMatchers(scanner).map((matcher: Matcher) =>
    toCondition({ ...matcher, label: toField(matcher.label) }, variables),
  );
  for (;;) {
    if (scanner.take(/\|\s*(?:json|logfmt)\b/y) !== undefined) continue;
    const operator = scanner.take(/\|=|!=/y);
    if (operator === undefined) return allOf(conditions);
    const value = scanner.takeString();
    if (/\$\w|\$\{|\[\[/.test(value) || value === '') throw tooComplex();
    conditions.push(`${operator === '!=' ? 'NOT ' : ''}${quoted(value)}`);
  }
}
