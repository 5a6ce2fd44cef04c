import type { Setting } from './setting.js';
import { findUnknownVariables } from './unknown-variables.js';

/** Settings by the name of their environment variable. */
export type Declaration = Readonly<Record<`SVC_${string}`, Setting<unknown>>>;

export type ConfigOf<D extends Declaration> = {
  readonly [Name in keyof D]: D[Name] extends Setting<infer Value> ? Value : never;
};

/** All problems of a configuration. They contain names and reasons only, because a value may be a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly { name: string; reason: string }[]) {
    super(['The configuration is invalid:', ...problems.map(({ name, reason }) => `  ${name} ${reason}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every declared setting. An empty variable counts as absent. A variable with the prefix of settings that is none is a problem too.
 *
 * @throws ConfigError with all problems.
 */
export function loadConfig<D extends Declaration>(declaration: D, environment: Environment): ConfigOf<D> {
  const problems = findUnknownVariables(environment, Object.keys(declaration));
  const values = Object.entries<Setting<unknown>>(declaration).map(([name, setting]) => {
    const text = environment[name];
    if (text === undefined || text === '') {
      if (setting.default === undefined && !setting.optional) problems.push({ name, reason: 'is required' });
      return [name, setting.default];
    }
    const result = setting.parse(text);
    if (result.ok) return [name, result.value];
    problems.push({ name, reason: result.reason });
    return [name, undefined];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values) as ConfigOf<D>;
}

/** Formats one line per setting with its value; secrets are hidden. */
export function printConfig<D extends Declaration>(declaration: D, config: ConfigOf<D>): string {
  return Object.entries<Setting<unknown>>(declaration)
    .map(([name, { secret }]) => {
      const value = config[name as keyof D];
      return `${name}=${value === undefined ? '' : secret ? '********' : String(value)}`;
    })
    .join('\n');
}

/** Formats the settings as a Markdown table for the documentation. */
export function documentConfig(declaration: Declaration): string {
  const rows = Object.entries(declaration).map(([name, setting]) => {
    const fallback = setting.optional
      ? ''
      : setting.default === undefined
        ? '(required)'
        : `\`${JSON.stringify(setting.default)}\``;
    return `| \`${name}\` | ${setting.kind} | ${fallback} | ${setting.description} |`;
  });
  return ['| variable | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}
