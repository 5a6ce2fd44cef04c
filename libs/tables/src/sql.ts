export type ParameterValue = string | number | bigint | boolean | readonly ParameterValue[] | null;

/** The engine types that a caller's values can have. */
export type ParameterType =
  | 'String'
  | 'Array(String)'
  | 'UInt8'
  | 'UInt32'
  | 'UInt64'
  | 'Array(UInt64)'
  | 'Array(Int64)'
  | 'Int64'
  | 'Float64'
  | 'Array(Float64)';

/** A value that is sent to the engine next to the statement, never inside its text. */
export class Parameter {
  constructor(
    readonly type: ParameterType,
    readonly value: ParameterValue,
  ) {}
}

/**
 * A piece of a statement: constant text of the code with values between. Only the `sql` tag creates one, and it takes
 * text from template literals alone, so a string that a client sent can only ever become a parameter. A whole statement
 * also declares the type of its rows.
 */
export class Sql<Row = unknown> {
  /** Exists for the compiler only; it has no value at runtime. */
  declare readonly row?: Row;

  /** `texts` has one more element than `parameters`. */
  private constructor(
    readonly texts: readonly string[],
    readonly parameters: readonly Parameter[],
    /** The engine types of the statement's columns, where they are known. */
    readonly types?: Readonly<Record<string, string>>,
    /** The project whose rows the statement reads, if it or a part of it is bound to one. */
    readonly projectNumber?: number,
  ) {}

  /** The name of a table, a column or an alias; it can be nothing else. */
  static identifier(name: string): Sql {
    if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(name))
      throw new TypeError('An identifier may only have letters, digits, underscores and dots.');
    return new Sql([name], []);
  }

  /** Returns the same statement with these column types. */
  withTypes<Row>(types: Readonly<Record<string, string>>): Sql<Row> {
    return new Sql<Row>(this.texts, this.parameters, types, this.projectNumber);
  }

  static fromTemplate(template: TemplateStringsArray, parts: readonly (Sql | Parameter)[]): Sql {
    if (!Object.isFrozen(template) || !Array.isArray(template.raw)) {
      throw new TypeError('sql is a template tag; it does not take strings.');
    }
    return Sql.#concatenate(template, parts);
  }

  static join(
    parts: readonly Sql[],
    separator: ' AND ' | '\n  AND ' | ' OR ' | ', ' | ',\n  ' | '\n' | '\nUNION ALL\n',
  ): Sql {
    return Sql.#concatenate(['', ...parts.slice(1).map(() => separator), ''], parts);
  }

  /** A condition that selects the rows of one project. Any statement that contains it is bound to the project too. */
  static boundTo(projectNumber: number, { texts, parameters }: Sql): Sql {
    return new Sql(texts, parameters, undefined, projectNumber);
  }

  static #concatenate(between: readonly string[], parts: readonly (Sql | Parameter)[]): Sql {
    const texts = [between[0] ?? ''];
    const parameters: Parameter[] = [];
    let projectNumber: number | undefined;
    const append = (text: string): void => {
      texts.push(`${texts.pop() ?? ''}${text}`);
    };
    for (const [index, part] of parts.entries()) {
      if (part instanceof Sql) {
        projectNumber = sameProject(projectNumber, part.projectNumber);
        append(part.texts[0] ?? '');
        for (const [inner, parameter] of part.parameters.entries()) {
          parameters.push(parameter);
          texts.push(part.texts[inner + 1] ?? '');
        }
      } else if (part instanceof Parameter) {
        parameters.push(part);
        texts.push('');
      } else {
        throw new TypeError('A statement may only contain statements and parameters.');
      }
      append(between[index + 1] ?? '');
    }
    return new Sql(texts, parameters, undefined, projectNumber);
  }
}

function sameProject(known: number | undefined, added: number | undefined): number | undefined {
  if (known !== undefined && added !== undefined && known !== added) {
    throw new TypeError('A statement may only read the rows of one project.');
  }
  return known ?? added;
}

export function sql(template: TemplateStringsArray, ...parts: readonly (Sql | Parameter)[]): Sql {
  return Sql.fromTemplate(template, parts);
}

export const stringParam = (value: string): Parameter => new Parameter('String', value);
export const stringParams = (values: readonly string[]): Parameter => new Parameter('Array(String)', values);
export const uint8 = (value: number): Parameter => new Parameter('UInt8', value);
export const uint32 = (value: number): Parameter => new Parameter('UInt32', value);
export const uint64 = (value: number | bigint): Parameter => new Parameter('UInt64', value);
export const uint64s = (values: readonly bigint[]): Parameter => new Parameter('Array(UInt64)', values);
export const int64 = (value: bigint): Parameter => new Parameter('Int64', value);
export const int64s = (values: readonly bigint[]): Parameter => new Parameter('Array(Int64)', values);
export const float64 = (value: number): Parameter => new Parameter('Float64', value);

export const float64s = (values: readonly number[]): Parameter => new Parameter('Array(Float64)', values);

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * A point in time, as the time columns store it: from 1970 to 2262. Any other becomes the nearest of these, which compares with every
 * stored time as the other would.
 */
export function nanoTimestamp(unixNanoseconds: bigint): Sql {
  const storable = unixNanoseconds < 0n ? 0n : unixNanoseconds > MAX_INT64 ? MAX_INT64 : unixNanoseconds;
  return sql`fromUnixTimestamp64Nano(${int64(storable)})`;
}

/** The raw bytes of an ID that is given in hexadecimal digits. */
export const idBytes = (hex: string, bytes: 8 | 16): Sql =>
  bytes === 16 ? sql`toFixedString(unhex(${stringParam(hex)}), 16)` : sql`toFixedString(unhex(${stringParam(hex)}), 8)`;

/** The raw bytes of IDs that are given in hexadecimal digits, as the right side of `IN`. */
export const idSet = (ids: readonly string[], bytes: 8 | 16): Sql =>
  bytes === 16
    ? sql`(SELECT toFixedString(unhex(arrayJoin(${stringParams(ids)})), 16))`
    : sql`(SELECT toFixedString(unhex(arrayJoin(${stringParams(ids)})), 8))`;

/** True if all conditions hold, and for an empty list. Not parenthesised. */
export function allOf(conditions: readonly (Sql | undefined)[]): Sql {
  const present = conditions.filter((condition) => condition !== undefined);
  if (present.length === 0) return sql`1`;
  return Sql.join(present, ' AND ');
}

/** True if any condition holds; false for an empty list. Parenthesised. */
export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`0`;
  return sql`(${Sql.join(conditions, ' OR ')})`;
}

/** `column IN (values)`; undefined if there are no values. */
export function oneOf(column: Sql, values: readonly string[]): Sql | undefined {
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  return others.length === 0 ? sql`${column} = ${stringParam(first)}` : sql`has(${stringParams(values)}, ${column})`;
}

/** The statement's text with `{p1:Type}` in place of each value, and the values by name. */
export function render(statement: Sql): { sql: string; parameters: Record<string, ParameterValue> } {
  const parameters: Record<string, ParameterValue> = {};
  let rendered = statement.texts[0] ?? '';
  for (const [index, parameter] of statement.parameters.entries()) {
    const name = `p${index + 1}`;
    parameters[name] = parameter.value;
    rendered += `{${name}:${parameter.type}}${statement.texts[index + 1] ?? ''}`;
  }
  return { sql: rendered, parameters };
}
