import type { Json, JsonObject } from '../runtime/values/json.js';

/** A flag as data. Kinds and defaults are spelled as in the published interface. */
export type Flag<Field extends string = string> = FlagText<Field> & FlagKind;

interface FlagText<Field extends string> {
  /** Name without dashes. */
  readonly name: string;
  /** Single letter, without the dash. */
  readonly short?: string;
  readonly description: string;
  readonly required?: true;
  /** The environment variable that replaces the flag. */
  readonly env?: string;
  /** The query parameter, body field or path parameter that it is sent as; absent if it is not sent under its own name. */
  readonly sends?: Field;
  /** Whether a random UUID is sent when the flag is absent. */
  readonly generated?: true;
}

type FlagKind =
  | {
      readonly kind: 'string';
      readonly default?: string;
      readonly choices?: readonly string[];
      /** Whether the value is one or more of the choices, separated by commas. */
      readonly separated?: true;
      readonly format?: StringFormat;
      /**
       * The service applies the same default, so an absent flag is not sent. A cursor, which is bound to the filters of its first
       * page, then stays valid when the same command is repeated with it.
       */
      readonly defaultIsServers?: true;
    }
  | { readonly kind: 'bool'; readonly default: boolean }
  | {
      /** The three kinds are parsed alike; the published interface distinguishes them. */
      readonly kind: 'int' | 'int64' | 'uint32';
      /** 0 means absent if `min` is greater. */
      readonly default: number;
      readonly min: number;
      readonly max?: number;
    }
  | { readonly kind: 'uint64'; readonly min: bigint }
  /** Not sent unless it is given; the published interface shows 0 as its default. */
  | { readonly kind: 'float64' }
  | {
      /** Parsed to milliseconds. The default and the limits are spelled as durations: `2s`, `1h0m0s`. */
      readonly kind: 'duration';
      readonly default: string;
      readonly min: string;
      readonly max: string;
    }
  | { readonly kind: 'stringSlice'; readonly choices?: readonly string[] };

/**
 * `bound`: a duration back from now or an RFC 3339 timestamp, sent as a timestamp. `timestamp`: only a timestamp. `json_object`
 * and `json_array`: sent as parsed JSON.
 */
export type StringFormat = 'bound' | 'idempotency_key' | 'json_array' | 'json_object' | 'not_empty' | 'timestamp';

export type FlagValue = string | boolean | number | bigint | readonly Json[] | JsonObject;

/** Values by flag name; flags without a value and a default are absent. */
export interface FlagValues {
  readonly values: Readonly<Record<string, FlagValue | undefined>>;
  /** Flags given on the command line. */
  readonly given: ReadonlySet<string>;
}

/** All occurrences by flag name, in order. */
export type RawFlags = Readonly<Record<string, readonly string[] | undefined>>;

/** Returns the default as help shows it, or undefined without one. */
export function shownDefault(flag: Flag): string | undefined {
  switch (flag.kind) {
    case 'string':
    case 'duration':
      return flag.default;
    case 'bool':
    case 'int':
    case 'int64':
    case 'uint32':
      return String(flag.default);
    case 'uint64':
    case 'float64':
      return '0';
    case 'stringSlice':
      return '[]';
  }
}
