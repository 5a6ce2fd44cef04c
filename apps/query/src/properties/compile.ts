import { anyOf, float64, float64s, int64, sql, stringParam, stringParams, type Sql } from '@svc/reading/statement';
import { NUMBER, numberOf, type PropertyQuestion, type PropertyTest, type Scalar } from './operators.js';

/**
 * The condition that holds where the property passes the test.
 *
 * @param json the property's value as JSON text, empty where it is missing: {@link jsonOf} makes it out of a column that holds an object.
 */
export function propertyCondition(json: Sql, { question, isNegated }: PropertyTest): Sql {
  const condition = question.kind === 'set' ? isSet(json) : ofAny(json, (value) => conditionOf(value, question));
  return isNegated ? sql`NOT ${condition}` : condition;
}

/** The JSON text of one member of an object's JSON text; the key is taken as it is, dots and all. */
export const jsonOf = (object: Sql, key: string): Sql => sql`JSONExtractRaw(${object}, ${stringParam(key)})`;

/** The text a value is shown and grouped by; empty for `null` and for what is missing. */
export const textOf = (json: Sql): Sql => sql`JSONExtractString(${json})`;

const isSet = (json: Sql): Sql => sql`(${json} != '')`;

/** A list passes when one of its items does; lists in lists are no items. */
function ofAny(json: Sql, condition: (value: Sql) => Sql): Sql {
  const items = sql`arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(${json}))`;
  return sql`if(startsWith(${json}, '['), arrayExists(item -> ${condition(sql`item`)}, ${items}), ${condition(json)})`;
}

function conditionOf(json: Sql, question: Exclude<PropertyQuestion, { kind: 'set' }>): Sql {
  switch (question.kind) {
    case 'equals':
      return equalsAny(json, question.values);
    case 'contains':
      return sql`(${hasText(json)} AND position(${textOf(json)}, ${stringParam(question.text)}) > 0)`;
    case 'icontains':
      return sql`(${hasText(json)} AND positionCaseInsensitiveUTF8(${textOf(json)}, ${stringParam(question.text)}) > 0)`;
    case 'starts_with':
      return sql`(${hasText(json)} AND startsWith(${textOf(json)}, ${stringParam(question.text)}))`;
    case 'ends_with':
      return sql`(${hasText(json)} AND endsWith(${textOf(json)}, ${stringParam(question.text)}))`;
    case 'regex':
      return sql`(${hasText(json)} AND match(${textOf(json)}, ${stringParam(question.text)}))`;
    case 'gt':
      return compare(json, sql`>`, question.bound);
    case 'gte':
      return compare(json, sql`>=`, question.bound);
    case 'lt':
      return compare(json, sql`<`, question.bound);
    case 'lte':
      return compare(json, sql`<=`, question.bound);
    case 'date_before':
      return sql`ifNull(${nanoseconds(json)} < ${int64(question.instant)}, 0)`;
    case 'date_after':
      return sql`ifNull(${nanoseconds(json)} > ${int64(question.instant)}, 0)`;
  }
}

const hasText = (json: Sql): Sql => sql`${json} NOT IN ('', 'null')`;
const isNumber = (json: Sql): Sql => sql`match(${json}, '^[-0-9]')`;

/** The value as a number, null where it does not read as one. The engine's JSON reader rounds as ours does; its casts do not. */
const number = (json: Sql): Sql =>
  sql`if(match(${textOf(json)}, ${stringParam(NUMBER)}), JSONExtract(${textOf(json)}, 'Nullable(Float64)'), NULL)`;

/** However many values there are, they are three lists: each a single parameter. */
function equalsAny(json: Sql, values: readonly Scalar[]): Sql {
  const given = values.filter((value) => value !== null);
  const numbers = given.filter((value) => typeof value === 'number');
  const words = given.filter((value) => typeof value !== 'number').map(String);
  const readAsNumbers = given.flatMap((value) => (typeof value === 'string' ? (numberOf(value) ?? []) : []));
  return anyOf([
    ...(given.length < values.length ? [sql`${json} = 'null'`] : []),
    ...(words.length > 0 ? [sql`(${hasText(json)} AND has(${stringParams(words)}, ${textOf(json)}))`] : []),
    ...(numbers.length > 0 ? [sql`has(${float64s(numbers)}, ${number(json)})`] : []),
    ...(readAsNumbers.length > 0
      ? [sql`(${isNumber(json)} AND has(${float64s(readAsNumbers)}, ${number(json)}))`]
      : []),
  ]);
}

function compare(json: Sql, operator: Sql, bound: string | number): Sql {
  const asNumber = typeof bound === 'number' ? bound : numberOf(bound);
  const asText = sql`(${hasText(json)} AND ${textOf(json)} ${operator} ${stringParam(String(bound))})`;
  if (asNumber === undefined) return asText;
  const numeric = sql`${number(json)} ${operator} ${float64(asNumber)}`;
  return typeof bound === 'number' ? sql`ifNull(${numeric}, 0)` : sql`ifNull(${numeric}, ${asText})`;
}

/** RFC 3339 and nothing else; the engine's own reader also takes shorter and looser dates. */
const RFC_3339 =
  '^(19[0-9]{2}|2[01][0-9]{2}|22[0-5][0-9]|226[01])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9])$';

/** The value as a moment, null where it is none. */
const nanoseconds = (json: Sql): Sql =>
  sql`if(match(${textOf(json)}, ${stringParam(RFC_3339)}), toUnixTimestamp64Nano(parseDateTime64BestEffortOrNull(${textOf(json)}, 9, 'UTC')), NULL)`;
