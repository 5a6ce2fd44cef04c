import type { Json, JsonObject } from '../values/json.js';

/** One flag as data. Kinds and defaults are spelled as the interface's text spells them. */
export type Flag<Field extends string = string> = FlagText<Field> & FlagKind;

interface FlagText<Field extends string> {
  /** Without the dashes. */
  readonly name: string;
  /** One letter, without the dash. */
  readonly short?: string;
  readonly description: string;
  readonly required?: true;
  /** The environment variable that stands in for it. */
  readonly env?: string;
  /** The query parameter, body field or path parameter it becomes; absent when it is not sent under a name of its own. */
  readonly sends?: Field;
}

type FlagKind =
  | {
      readonly kind: 'string';
      readonly default?: string;
      readonly choices?: readonly string[];
      readonly format?: StringFormat;
      /**
       * The service applies the same default. The flag's absence is then sent as absence, so that a cursor, which is bound to
       * the filters of its first page, still fits when the same command is run again with it.
       */
      readonly defaultIsServers?: true;
    }
  | { readonly kind: 'bool'; readonly default: boolean }
  | {
      /** One way of reading; the interface's text tells them apart. */
      readonly kind: 'int' | 'int64' | 'uint32';
      /** 0 stands for absent where `min` is above it. */
      readonly default: number;
      readonly min: number;
      readonly max?: number;
    }
  | { readonly kind: 'uint64'; readonly min: bigint }
  | { readonly kind: 'stringSlice'; readonly choices?: readonly string[] };

/**
 * `bound`: a duration back from now or an RFC 3339 timestamp, sent as a timestamp. `timestamp`: only the latter. `json_object` and
 * `json_array`: sent as what they hold.
 */
export type StringFormat = 'bound' | 'idempotency_key' | 'json_array' | 'json_object' | 'not_empty' | 'timestamp';

export type FlagValue = string | boolean | number | bigint | readonly Json[] | JsonObject;

/** Values by flag name; a flag that was not given and has no default is absent. */
export interface FlagValues {
  readonly values: Readonly<Record<string, FlagValue | undefined>>;
  /** Flags that stood on the command line. */
  readonly given: ReadonlySet<string>;
}

/** What was typed, by flag name: every occurrence in order. */
export type RawFlags = Readonly<Record<string, readonly string[] | undefined>>;

/** The default as help shows it; undefined when there is none to speak of. */
export function shownDefault(flag: Flag): string | undefined {
  switch (flag.kind) {
    case 'string':
      return flag.default;
    case 'bool':
    case 'int':
    case 'int64':
    case 'uint32':
      return String(flag.default);
    case 'uint64':
      return '0';
    case 'stringSlice':
      return '[]';
  }
}
