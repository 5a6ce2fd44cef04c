import { idBytes, sql, stringParam, type Sql } from '@svc/reading/statement';
import type { ExportColumn } from './export-column.js';

/** A text, as the read API returns it: an absent one is empty. */
export const text = (name: string, value: Sql): ExportColumn => ({
  name,
  kind: 'text',
  value: sql`toString(${value})`,
});
/** A text that the read API leaves out if it is empty. */
export const optionalText = (name: string, value: Sql): ExportColumn => ({
  name,
  kind: 'text',
  value: sql`nullIf(toString(${value}), '')`,
});
export const time = (name: string, value: Sql): ExportColumn => ({ name, kind: 'time', value });
/** A time that is null at the epoch. */
export const optionalTime = (name: string, value: Sql): ExportColumn =>
  time(name, sql`if(toUnixTimestamp64Nano(${value}) = 0, NULL, ${value})`);
export const integer = (name: string, value: Sql): ExportColumn => ({ name, kind: 'integer', value });
/** An integer that is null if it is 0. */
export const optionalInteger = (name: string, value: Sql): ExportColumn => integer(name, sql`nullIf(${value}, 0)`);
export const number = (name: string, value: Sql): ExportColumn => ({ name, kind: 'number', value });
/** A comparison of the engine is a small number, which JSON and Parquet would show as one. */
export const boolean = (name: string, value: Sql): ExportColumn => ({
  name,
  kind: 'boolean',
  value: sql`CAST(${value} AS Nullable(Bool))`,
});
export const list = (name: string, value: Sql): ExportColumn => ({ name, kind: 'list', value });
/** An ID that is null if all its digits are zero. */
export const optionalId = (name: string, value: Sql, length: 8 | 16): ExportColumn => ({
  name,
  kind: 'text',
  value: sql`if(${value} = ${idBytes('00'.repeat(length), length)}, NULL, lower(hex(${value})))`,
});

/** A map of texts whose JSON has the types that the sender gave its values. */
export function typedTexts(name: string, map: Sql, types: Sql): ExportColumn {
  return { name, kind: 'texts', value: map, json: typedJson(map, types) };
}

/** JSON of a map of attributes, as `typedAttributes` of the read API returns it, but with all digits of an integer. */
export function typedJson(map: Sql, types: Sql): Sql {
  const member = sql`concat(toJSONString(toString(k)), ':', ${typedValue(sql`k`, sql`v`, types)})`;
  return sql`if(${types} = '', toJSONString(${map}),
    concat('{', arrayStringConcat(arrayMap((k, v) -> ${member}, mapKeys(${map}), mapValues(${map})), ','), '}'))`;
}

/** JSON of one value. A value that is not valid JSON, such as NaN or a redacted number, becomes a text. */
function typedValue(key: Sql, value: Sql, types: Sql): Sql {
  // One letter represents all types whose values are JSON, so a key is searched for once. Only functions of constants
  // and one column, which may have few different values, are evaluated once for each of these instead of each value.
  const listed = ['d', 'b', 'j'].reduce(
    (before, letter) => sql`replaceAll(${before}, ${stringParam(`\n${letter}`)}, '\ni')`,
    sql`concat('\n', ${types})`,
  );
  const hasType = (letter: 'i' | 'n'): Sql =>
    sql`position(${listed}, concat(${stringParam(`\n${letter}`)}, ${key}, '\n')) > 0`;
  return sql`multiIf(${hasType('i')} AND isValidJSON(${value}), ${value},
    ${value} = '' AND ${hasType('n')}, 'null',
    toJSONString(${value}))`;
}

/** The columns that hold the values of `attributes.NAME`. */
export interface AttributeSource {
  /** An array of the names that a row has. */
  readonly names: Sql;
  column(name: string): ExportColumn;
}

/** @param types absent if all values are texts. */
export function mapAttributes(map: Sql, types?: Sql): AttributeSource {
  return {
    names: sql`mapKeys(${map})`,
    column(name) {
      const key = stringParam(name);
      const value = sql`if(mapContains(${map}, ${key}), ${map}[${key}], NULL)`;
      const present = sql`ifNull(${value}, '')`;
      const json = types && sql`if(mapContains(${map}, ${key}), ${typedValue(sql`${key}`, present, types)}, 'null')`;
      return { name: `attributes.${name}`, kind: 'text', value, ...(json && { json }) };
    },
  };
}

/** Members of an object that is stored as JSON. */
export function jsonAttributes(object: Sql): AttributeSource {
  return {
    names: sql`JSONExtractKeys(${object})`,
    column(name) {
      const key = stringParam(name);
      const raw = sql`nullIf(JSONExtractRaw(${object}, ${key}), '')`;
      const value = sql`if(JSONType(${object}, ${key}) = 'String', JSONExtractString(${object}, ${key}), ${raw})`;
      return { name: `attributes.${name}`, kind: 'text', value, json: sql`ifNull(${raw}, 'null')` };
    },
  };
}
