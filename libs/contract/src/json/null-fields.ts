import { ScalarType, type DescField } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import type { Operation } from '../operation.js';
import { fieldsByName } from './fields.js';
import { isJsonObject } from './json.js';
import { childPath } from './path.js';
import { VALUE } from './supported.js';
import type { Violations } from './violations.js';

/** Selectors of the request, which an update does not change. */
const SELECTORS = ['project_id', 'idempotency_key'];

/**
 * Interprets null in a body: it means an omitted field, but in an update it clears a text and is refused for every
 * other field. An expected version is never null, so that no caller skips the version check by accident.
 *
 * @returns the body without the nulls that mean an omitted field.
 */
export function readNullFields(operation: Operation, body: unknown, violations: Violations): unknown {
  if (!isJsonObject(body) || !Object.values(body).includes(null)) return body;
  const fields = fieldsByName(operation.rpc.input);
  const entries = Object.entries(body).map(([name, value]) => {
    const field = fields.get(name);
    if (value !== null || !field || isJsonValue(field)) return [name, value];
    if (name.startsWith('expected_')) violations.add(childPath('', name), 'must not be null');
    else if (operation.method === 'PATCH' && !SELECTORS.includes(name)) {
      if (isText(field)) return [name, ''];
      violations.add(childPath('', name), 'must not be null, because it cannot be cleared');
    }
    return [name, null];
  });
  return Object.fromEntries(entries) as unknown;
}

function isJsonValue(field: DescField): boolean {
  return field.fieldKind === 'message' && field.message.typeName === VALUE;
}

function isText({ fieldKind, scalar, presence }: DescField): boolean {
  return fieldKind === 'scalar' && scalar === ScalarType.STRING && presence === FeatureSet_FieldPresence.EXPLICIT;
}
