import { anyOf, float64, float64s, int64, sql, stringParam, stringParams, type Sql } from '@svc/tables/sql';
import { NUMBER, readNumber, type PropertyQuestion, type PropertyTest, type Scalar } from './question.js';

/**
 * The condition that holds if the property passes the test.
 *
 * @param json the property's value as a JSON string, empty if it is missing; {@link memberJson} extracts it from a
 * column of objects.
 */
export function propertyCondition(json: Sql, { question, isNegated }: PropertyTest): Sql {
  const condition =
    question.kind === 'set' ? isSet(json) : anyItem(json, (value) => questionCondition(value, question));
  return isNegated ? sql`NOT ${condition}` : condition;
}

/** The JSON of one member of a JSON object. The key is one name, even if it contains dots. */
export const memberJson = (object: Sql, key: string): Sql => sql`JSONExtractRaw(${object}, ${stringParam(key)})`;

/** The string by which a value is displayed and grouped; empty for `null` and for a missing property. */
export const valueText = (json: Sql): Sql => sql`JSONExtractString(${json})`;

const isSet = (json: Sql): Sql => sql`(${json} != '')`;

/**
 * A list passes if one of its items does; lists within lists are ignored. The lambda names the JSON: the engine would extract it
 * again for each place where a condition that it evaluates lazily, such as the second of an AND, reads it.
 */
function anyItem(json: Sql, condition: (value: Sql) => Sql): Sql {
  const items = sql`arrayFilter(item -> NOT startsWith(item, '['), JSONExtractArrayRaw(whole))`;
  const any = sql`if(startsWith(whole, '['), arrayExists(item -> ${condition(sql`item`)}, ${items}), ${condition(sql`whole`)})`;
  return sql`arrayExists(whole -> ${any}, [${json}])`;
}

function questionCondition(json: Sql, question: Exclude<PropertyQuestion, { kind: 'set' }>): Sql {
  switch (question.kind) {
    case 'equals':
      return equalsAny(json, question.values);
    case 'contains':
      return sql`(${hasText(json)} AND position(${valueText(json)}, ${stringParam(question.text)}) > 0)`;
    case 'icontains':
      return sql`(${hasText(json)} AND positionCaseInsensitiveUTF8(${valueText(json)}, ${stringParam(question.text)}) > 0)`;
    case 'starts_with':
      return sql`(${hasText(json)} AND startsWith(${valueText(json)}, ${stringParam(question.text)}))`;
    case 'ends_with':
      return sql`(${hasText(json)} AND endsWith(${valueText(json)}, ${stringParam(question.text)}))`;
    case 'regex':
      return sql`(${hasText(json)} AND match(${valueText(json)}, ${stringParam(question.text)}))`;
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

/**
 * The value as a number; null if it cannot be read as one. The engine's JSON reader rounds as JavaScript does; its
 * casts do not, but casts of integers and of short decimals are exact, and take a tenth of the time.
 */
const number = (json: Sql): Sql => sql`multiIf(${isInteger(json)}, toFloat64(toInt64OrZero(${json})),
  ${isShortDecimal(json)}, toFloat64(toDecimal64OrZero(${json}, 4)),
  match(${valueText(json)}, ${stringParam(NUMBER)}), JSONExtract(${valueText(json)}, 'Nullable(Float64)'), NULL)`;

const isInteger = (json: Sql): Sql => sql`toString(toInt64OrZero(${json})) = ${json}`;
/** Ten thousand times such a number is an integer that a double can hold, so dividing it rounds once. */
const isShortDecimal = (json: Sql): Sql =>
  sql`(length(${json}) < 12 AND toString(toDecimal64OrZero(${json}, 4)) = ${json})`;

/** The values are sent as three lists, each a single parameter, so that any number of values has the same statement. */
function equalsAny(json: Sql, values: readonly Scalar[]): Sql {
  const given = values.filter((value) => value !== null);
  const numbers = given.filter((value) => typeof value === 'number');
  const words = given.filter((value) => typeof value !== 'number').map(String);
  const readAsNumbers = given.flatMap((value) => (typeof value === 'string' ? (readNumber(value) ?? []) : []));
  return anyOf([
    ...(given.length < values.length ? [sql`${json} = 'null'`] : []),
    ...(words.length > 0 ? [sql`(${hasText(json)} AND has(${stringParams(words)}, ${valueText(json)}))`] : []),
    ...(numbers.length > 0 ? [sql`has(${float64s(numbers)}, ${number(json)})`] : []),
    ...(readAsNumbers.length > 0
      ? [sql`(${isNumber(json)} AND has(${float64s(readAsNumbers)}, ${number(json)}))`]
      : []),
  ]);
}

function compare(json: Sql, operator: Sql, bound: string | number): Sql {
  const asNumber = typeof bound === 'number' ? bound : readNumber(bound);
  if (asNumber !== undefined) return sql`ifNull(${number(json)} ${operator} ${float64(asNumber)}, 0)`;
  const asText = sql`${valueText(json)} ${operator} ${stringParam(String(bound))}`;
  return sql`(${hasText(json)} AND NOT ${isNumber(json)} AND ${asText})`;
}

/** RFC 3339 only; the engine's own parser also accepts shorter and looser dates. */
const RFC_3339 =
  '^(19[0-9]{2}|2[01][0-9]{2}|22[0-5][0-9]|226[01])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9])$';

/** The value as nanoseconds since 1970; null if it is not a time. */
const nanoseconds = (json: Sql): Sql =>
  sql`if(match(${valueText(json)}, ${stringParam(RFC_3339)}), toUnixTimestamp64Nano(parseDateTime64BestEffortOrNull(${valueText(json)}, 9, 'UTC')), NULL)`;
