import type { JsonObject, JsonValue } from '@svc/contract';
import { isSecret, type ConfigField } from './config-field.js';

/**
 * The origins that a configuration sends its secrets to, as one text: those of all addresses, and what chooses between addresses of the
 * type itself, such as a region. Paths do not count, so that an address can move within its server.
 */
export function toDestination(fields: readonly ConfigField[], config: JsonObject): string {
  const parts = fields.flatMap((field): (JsonValue | undefined)[] => {
    if (field.kind === 'url') return [field.name, toOrigin(config[field.name])];
    return field.kind === 'choice' && field.choosesAddress === true
      ? [field.name, config[field.name] ?? field.choices[0]]
      : [];
  });
  return JSON.stringify(parts);
}

/** The destination as far as it can be read without opening secrets. */
export function toOpenDestination(fields: readonly ConfigField[], config: JsonObject): string {
  return toDestination(
    fields.filter((field) => !isSecret(field)),
    config,
  );
}

function toOrigin(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? (URL.parse(value)?.origin ?? null) : null;
}
