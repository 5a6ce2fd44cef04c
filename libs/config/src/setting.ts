// Imported as a namespace, because the `z` object contains the messages of all languages, a third of the code loaded at the
// start.
import * as z from 'zod';

/** A setting: its parser, default and description. */
export interface Setting<Value> {
  readonly kind: string;
  readonly description: string;
  readonly secret: boolean;
  readonly default: Value | undefined;
  readonly optional: boolean;
  parse(text: string): { ok: true; value: Value } | { ok: false; reason: string };
}

interface Common {
  readonly description: string;
}
interface WithDefault<Value> extends Common {
  readonly default?: Value;
}

/** Creates settings by kind. A setting without a default is required; `optional` makes its value `undefined` when absent. */
export const setting = {
  text: (options: WithDefault<string> & { pattern?: RegExp; reason?: string }) =>
    make(
      'text',
      options,
      options.pattern ? z.string().regex(options.pattern, options.reason ?? 'has a wrong form') : z.string(),
    ),

  /** A value that is never printed. */
  secret: (options: Common & { minLength?: number; default?: string }) =>
    make('secret', options, z.string().min(options.minLength ?? 1, 'is too short'), true),

  /** A TCP port; 0 lets the system choose. */
  port: (options: WithDefault<number>) => make('port', options, integer(0, 65535)),

  integer: (options: WithDefault<number> & { min?: number; max?: number }) =>
    make('integer', options, integer(options.min ?? Number.MIN_SAFE_INTEGER, options.max ?? Number.MAX_SAFE_INTEGER)),

  flag: (options: WithDefault<boolean>) =>
    make(
      'flag',
      options,
      z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((text) => text === 'true' || text === '1'),
    ),

  choice: <const Value extends string>(values: readonly [Value, ...Value[]], options: WithDefault<Value>) =>
    make(`one of ${values.join(', ')}`, options, z.enum(values, `must be one of ${values.join(', ')}`)),

  /** A URL, which may contain a password and is therefore never printed. */
  url: (options: WithDefault<string> & { protocols: readonly string[] }) =>
    make(
      'url',
      options,
      z.string().refine((text) => options.protocols.includes(URL.parse(text)?.protocol ?? ''), {
        message: `must be a URL starting with ${options.protocols.join(' or ')}`,
      }),
      true,
    ),

  /** An http or https address without a path. */
  origin: (options: WithDefault<string>) =>
    make(
      'text',
      options,
      z.string().regex(/^https?:\/\/[^/?#@\s]+$/, 'must be an http or https address without a path'),
    ),

  /** A comma-separated list without empty items. */
  list: (options: WithDefault<readonly string[]> & { isValid?: (item: string) => boolean; reason?: string }) =>
    make(
      'comma-separated list',
      options,
      z
        .string()
        .transform((text): readonly string[] =>
          text
            .split(',')
            .map((member) => member.trim())
            .filter((member) => member !== ''),
        )
        .refine(
          (items) => items.every((item) => options.isValid?.(item) ?? true),
          options.reason ?? 'has a wrong item',
        ),
    ),
};

/** Makes a setting optional: its value is `undefined` when absent. */
export function optional<Value>(required: Setting<Value>): Setting<Value | undefined> {
  return { ...required, optional: true };
}

function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d+$/, 'must be an integer')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
}

function make<Value>(
  kind: string,
  options: WithDefault<NoInfer<Value>>,
  schema: z.ZodType<Value, string>,
  secret = false,
): Setting<Value> {
  return {
    kind,
    description: options.description,
    secret,
    default: options.default,
    optional: false,
    parse(text) {
      const result = schema.safeParse(text);
      return result.success
        ? { ok: true, value: result.data }
        : { ok: false, reason: result.error.issues[0]?.message ?? 'is invalid' };
    },
  };
}
