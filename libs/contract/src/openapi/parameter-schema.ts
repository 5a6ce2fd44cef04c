import type { Operation } from '../operation.js';
import { requiredFields } from '../rules.js';
import { described, Schemas, type Node } from './schema.js';

/** Objects inside objects are described this deep. */
const MAX_DEPTH = 6;

/**
 * A JSON Schema of all parameters of an operation in one object: those of its path, query string and body. Nested messages are written
 * out, because readers of tools do not resolve references; a message inside itself is only an object.
 */
export function parameterSchema({ rpc, pathParameters }: Operation): Node {
  const schemas = new Schemas();
  const properties = Object.fromEntries(
    rpc.input.fields.map((field) => [field.name, { ...schemas.field(field, 'request'), ...described(field) }]),
  );
  // A rule about several fields has no path.
  const required = [...new Set([...pathParameters, ...requiredFields(rpc.input)])].filter((name) => name !== '');
  return { type: 'object', properties: inline(properties, schemas.all(), []), required, additionalProperties: false };
}

function inline(node: unknown, definitions: Node, within: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, definitions, within));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) {
    const name = String(node.$ref).split('/').at(-1) ?? '';
    if (within.includes(name) || within.length >= MAX_DEPTH) return { type: 'object' };
    const { description: _, ...definition } = definitions[name] as Node;
    const own = Object.fromEntries(Object.entries(node).filter(([key]) => key !== '$ref'));
    return { ...(inline(definition, definitions, [...within, name]) as Node), ...own };
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, definitions, within)]));
}
