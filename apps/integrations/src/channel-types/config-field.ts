import type { JsonObject, JsonValue } from '@svc/contract';

interface Common {
  readonly name: string;
  /** A full sentence or a noun phrase, for forms and the reference. */
  readonly description: string;
  readonly required?: boolean;
}

/**
 * One member of a channel's `config`. A secret is encrypted, never read back, and kept when an update leaves it out; a new address demands
 * it again.
 */
export type ConfigField = Common &
  (
    | { readonly kind: 'text'; readonly pattern?: RegExp; readonly reason?: string; readonly maxLength?: number }
    | { readonly kind: 'secret'; readonly pattern?: RegExp; readonly reason?: string; readonly maxLength?: number }
    /** An address that requests go to. Secret ones contain a token. */
    | { readonly kind: 'url'; readonly isSecret?: boolean }
    /** The first choice is the default. `choosesAddress`: it decides where requests go. */
    | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly choosesAddress?: boolean }
    | { readonly kind: 'list'; readonly pattern: RegExp; readonly reason: string; readonly maxItems: number }
    /** Names and texts, such as headers; `isSecret` encrypts the texts. */
    | {
        readonly kind: 'map';
        readonly isSecret?: boolean;
        readonly pattern: RegExp;
        /** The pattern of the texts; any text without line breaks by default. */
        readonly valuePattern?: RegExp;
        /** Whether names that differ only in case are the same. */
        readonly isCaseInsensitive?: boolean;
        readonly reason: string;
      }
  );

export interface Violation {
  readonly path: string;
  readonly reason: string;
}

const MAX_TEXT = 2_000;
const MAX_MEMBERS = 20;

export function isSecret(field: ConfigField): boolean {
  return field.kind === 'secret' || ((field.kind === 'url' || field.kind === 'map') && field.isSecret === true);
}

/** Checks a configuration; stored secrets may be absent. */
export function checkConfig(
  fields: readonly ConfigField[],
  config: JsonObject,
  stored: ReadonlySet<string> = new Set(),
): Violation[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  const unknown = Object.keys(config).filter((name) => !known.has(name));
  return [
    ...unknown.map((name) => ({ path: `config.${name}`, reason: 'is not a setting of this type of channel' })),
    ...fields.flatMap((field) => {
      const value = config[field.name];
      if (value === undefined) {
        if (field.required !== true || stored.has(field.name)) return [];
        return [{ path: `config.${field.name}`, reason: 'is required' }];
      }
      const reason = violation(field, value);
      return reason === undefined ? [] : [{ path: `config.${field.name}`, reason }];
    }),
  ];
}

function violation(field: ConfigField, value: JsonValue): string | undefined {
  switch (field.kind) {
    case 'text':
    case 'secret': {
      if (typeof value !== 'string' || value === '') return 'must be a text that is not empty';
      if (value.length > (field.maxLength ?? MAX_TEXT))
        return `must have at most ${field.maxLength ?? MAX_TEXT} characters`;
      return field.pattern && !field.pattern.test(value) ? (field.reason ?? 'has the wrong form') : undefined;
    }
    case 'url':
      return isWebAddress(value) ? undefined : 'must be an absolute https or http URL without a user and password';
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
        ? undefined
        : `must be one of ${field.choices.join(', ')}`;
    case 'list':
      if (!Array.isArray(value) || value.length === 0 || value.length > field.maxItems)
        return `must be a list of 1 to ${field.maxItems} texts`;
      return value.every((item) => typeof item === 'string' && field.pattern.test(item)) ? undefined : field.reason;
    case 'map':
      return isMap(value, field) ? undefined : field.reason;
  }
}

function isWebAddress(value: JsonValue): boolean {
  const url = typeof value === 'string' && value.length <= MAX_TEXT ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

const ONE_LINE = /^[^\r\n\0]{0,2000}$/;

function isMap(
  value: JsonValue,
  { pattern, valuePattern = ONE_LINE, isCaseInsensitive = false }: ConfigField & { readonly kind: 'map' },
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = Object.entries(value);
  const names = new Set(members.map(([name]) => (isCaseInsensitive ? name.toLowerCase() : name)));
  return (
    members.length <= MAX_MEMBERS &&
    names.size === members.length &&
    members.every(([name, text]) => pattern.test(name) && typeof text === 'string' && valuePattern.test(text))
  );
}
