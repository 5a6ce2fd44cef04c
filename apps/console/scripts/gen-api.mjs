/**
 * Writes the types of the REST interface for the console, `src/gen/api.ts`, from the OpenAPI document: `node scripts/gen-api.mjs`. A path
 * that is not in the document does not compile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const DOCUMENT = path.join(ROOT, 'apps/gateway/assets/docs/openapi.json');
const TARGET = path.join(import.meta.dirname, '../src/gen/api.ts');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const { paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));

const operations = Object.entries(paths)
  .filter(([route]) => route.startsWith('/api/v1/'))
  .flatMap(([route, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => [method, route, methods[method]]),
  );

const schemas = Object.entries(components.schemas)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => `export type ${toName(name)} = ${toType(schema)};`);

writeFileSync(
  TARGET,
  `// Generated from the OpenAPI document by apps/console/scripts/gen-api.mjs. Do not edit.

type NoFields = Record<never, never>;

/** Each operation by method and path. */
export interface Operations {
${operations.map(([method, route, operation]) => `  ${quote(`${method.toUpperCase()} ${route.slice('/api/v1'.length)}`)}: ${toOperation(operation)};`).join('\n')}
}

${schemas.join('\n')}
`,
);

function toOperation({ operationId, parameters = [], requestBody, responses }) {
  const named = (place) =>
    parameters
      .map(resolve)
      .filter((parameter) => parameter.in === place && !(place === 'query' && parameter.name === 'project_id'));
  const query = named('query');
  const inPath = named('path');
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const answer = success?.content?.['application/json']?.schema;
  const body = requestBody?.content?.['application/json']?.schema;
  return `{ id: ${quote(operationId)}; path: ${toFields(inPath)}; query: ${toFields(query)}; body: ${body ? toType(body) : 'never'}; answer: ${answer ? toType(answer) : 'unknown'} }`;
}

function toFields(parameters) {
  const fields = parameters.map(
    ({ name, required, schema }) => `${toKey(name)}${required ? '' : '?'}: ${toType(schema)}`,
  );
  return fields.length === 0 ? 'NoFields' : `{ ${fields.join('; ')} }`;
}

function resolve(parameter) {
  return parameter.$ref ? components.parameters[parameter.$ref.split('/').at(-1)] : parameter;
}

function toType(schema) {
  if (schema.$ref) return toName(schema.$ref.split('/').at(-1));
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  for (const [key, joiner] of [
    ['oneOf', ' | '],
    ['anyOf', ' | '],
    ['allOf', ' & '],
  ])
    if (schema[key]) return `(${schema[key].map(toType).join(joiner)})`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => toType({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'array':
      return `readonly (${schema.items ? toType(schema.items) : 'unknown'})[]`;
    case 'object':
      return toObject(schema);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function toObject({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${toKey(name)}${required.includes(name) ? '' : '?'}: ${toType(schema)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const values = typeof additionalProperties === 'object' ? toType(additionalProperties) : 'unknown';
  return `{ readonly [key: string]: ${values} }`;
}

function toName(name) {
  return name.replaceAll(/[^\w$]/g, '_');
}

function toKey(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text) {
  return `'${text.replaceAll("'", "\\'")}'`;
}
