import { randomUUID } from 'node:crypto';
import { openApiDocument } from '@svc/contract';

/** The keywords of a JSON Schema that a sample needs. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const { schemas } = openApiDocument()['components'] as { schemas: Readonly<Record<string, Schema>> };

/** A body that meets every declared constraint of the message: the required fields and the given ones. */
export function sampleBody(message: string, named: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { properties = {}, required = [] } = schemas[message] ?? {};
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || USUAL.has(name));
  return { ...Object.fromEntries(wanted.map(([name, schema]) => [name, sample(schema, name)])), ...named };
}

/** Needed by many creations through rules that a schema cannot say. */
const USUAL: ReadonlySet<string> = new Set([
  'name',
  'key',
  'is_shared',
  'signal',
  'query',
  'config_type',
  'expected_version',
  'slug',
]);

function sample(schema: Schema, name: string): unknown {
  if (schema.$ref !== undefined) return sampleBody(schema.$ref.split('/').at(-1) ?? '');
  if (schema.enum) return schema.enum[0];
  if (schema.pattern !== undefined) return matching(schema.pattern);
  if (name === 'idempotency_key') return randomUUID();
  // A list that a single value can stand for.
  switch ([schema.type].flat()[0]) {
    case 'string':
      return schema.format === 'date-time' ? new Date().toISOString() : 'a'.repeat(Math.max(schema.minLength ?? 0, 8));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, name));
    case 'object':
      return {};
    case undefined:
    default:
      return 'a value';
  }
}

/** Samples in the shapes of names, IDs and times of the contract. */
const TEXTS = [
  'a-sample',
  'logs:read',
  '2026-01',
  'a/b',
  'a'.repeat(32),
  'A'.repeat(32),
  '0'.repeat(16),
  '1',
  'a.sample',
];

function matching(pattern: string): string {
  const expression = new RegExp(pattern);
  return TEXTS.find((text) => expression.test(text)) ?? randomUUID();
}
