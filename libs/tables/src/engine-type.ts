/**
 * The JSON value that the column store returns for one of the engine's types: 64-bit integers and times are decimal
 * strings, a float that is not finite is null, a tuple without names is an array. A type that no statement returns is
 * `never`.
 */
export type EngineValue<Type extends string> = Type extends keyof PlainValues
  ? PlainValues[Type]
  : Type extends `Nullable(${infer Inner})`
    ? EngineValue<Inner> | null
    : Type extends `LowCardinality(${infer Inner})`
      ? EngineValue<Inner>
      : Type extends `SimpleAggregateFunction(${string}, ${infer Inner})`
        ? EngineValue<Inner>
        : Type extends `Array(${infer Inner})`
          ? EngineValue<Inner>[]
          : Type extends `Map(${string}, ${infer Inner})`
            ? Record<string, EngineValue<Inner>>
            : Type extends `Tuple(${infer Members})`
              ? TupleValue<Members>
              : Type extends `FixedString(${number})` | `DateTime64(${number})` | `Enum8(${string})`
                ? string
                : never;

/**
 * The type that a column has in a block. A merged tuple is written as a plain tuple, because the engine accepts nothing
 * else.
 */
export type WrittenType<Type extends string> =
  Type extends `SimpleAggregateFunction(${string}, Tuple(${infer Members}))` ? `Tuple(${Members})` : Type;

interface PlainValues {
  String: string;
  UUID: string;
  Date: string;
  DateTime: string;
  UInt64: string;
  Int64: string;
  UInt8: number;
  UInt16: number;
  UInt32: number;
  Int8: number;
  Int16: number;
  Int32: number;
  Float64: number | null;
  Bool: boolean;
}

/** Splits tuple members at commas that are not inside a member's type. */
type TupleValue<Members extends string> = Members extends `${infer First}, ${infer Others}`
  ? [EngineValue<First>, ...TupleValue<Others>]
  : [EngineValue<Members>];
