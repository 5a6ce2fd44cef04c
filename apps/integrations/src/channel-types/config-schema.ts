import type { JsonObject } from '@svc/contract';
import { isSecret, type ConfigField } from './config-field.js';

/** The JSON schema (2020-12) of a configuration, for forms and for the client's help. */
export function toJsonSchema(fields: readonly ConfigField[]): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
  };
}

function property(field: ConfigField): JsonObject {
  const common = { description: field.description, ...(isSecret(field) && { writeOnly: true }) };
  switch (field.kind) {
    case 'text':
    case 'secret':
      return { type: 'string', ...common, ...(field.pattern && { pattern: field.pattern.source }) };
    case 'url':
      return { type: 'string', format: 'uri', ...common };
    case 'choice':
      return { type: 'string', enum: [...field.choices], ...common };
    case 'list':
      return {
        type: 'array',
        items: { type: 'string', pattern: field.pattern.source },
        minItems: 1,
        maxItems: field.maxItems,
        ...common,
      };
    case 'map':
      return { type: 'object', additionalProperties: { type: 'string' }, ...common };
  }
}
