/**
 * Writes src/gen/operations.ts: the properties of each operation that the client needs, without the protobuf runtime,
 * which would cost every start of the client more than all of its own code; and src/gen/bodies.ts: the fields of bodies, which only help
 * loads. `--stdout` prints both instead.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument, operations } from '@svc/contract';
import { format, resolveConfig } from 'prettier';

const GENERATED = path.join(import.meta.dirname, '..', 'src', 'gen');

const COMMANDS = path.join(import.meta.dirname, '..', 'src', 'commands');
const sources = globSync('**/*.ts', { cwd: COMMANDS }).map((file) => readFileSync(path.join(COMMANDS, file), 'utf8'));
/** The operations that commands call. */
const called = new Set(sources.flatMap((text) => [...text.matchAll(/operation: '([\w.]+)'/g)].map(([, id]) => id)));

const document = openApiDocument();
const described = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation]),
  ),
);

/** Reads the constraints of the contract on the values of an operation that a command calls, by field. */
function readRules(id) {
  const { parameters = [], requestBody } = described.get(id);
  const reference = requestBody?.content['application/json']?.schema?.$ref;
  const body = reference === undefined ? {} : document.components.schemas[reference.split('/').at(-1)];
  const fields = [
    ...parameters.filter(({ name }) => name !== undefined).map(({ name, schema }) => [name, schema]),
    ...Object.entries(body.properties ?? {}),
  ];
  const rules = fields
    .map(([name, schema]) => [name, toRule(schema, (body.required ?? []).includes(name))])
    .filter(([, { list: _, ...rule }]) => Object.keys(rule).length > 0);
  return Object.fromEntries(rules);
}

function toRule(schema, required) {
  const { enum: values, pattern, minLength, maxLength } = schema.items ?? schema;
  const choices = values?.filter((value) => value !== '' && !value.endsWith('_UNSPECIFIED'));
  return {
    ...(choices && { choices }),
    ...(pattern && { pattern }),
    ...(minLength && { minLength }),
    ...(maxLength && { maxLength }),
    ...([schema.type].flat()[0] === 'array' && { list: true }),
    ...(required && { required }),
  };
}

const INTERFACE = path.join(import.meta.dirname, '..', 'src', 'testing', 'interface.json');
const published = JSON.parse(readFileSync(INTERFACE, 'utf8')).commands.map(({ command }) => command);

const ruleLines = operations
  .filter(({ id }) => called.has(id))
  .map(({ id }) => [id, readRules(id)])
  .filter(([, rules]) => Object.keys(rules).length > 0)
  .map(([id, rules]) => `  ${JSON.stringify(id)}: ${JSON.stringify(rules)},\n`);

const lines = operations.map((operation) => {
  const { id, method, pathParameters, scope, project, rpc } = operation;
  const entry = {
    method,
    path: operation.path.replace(/^\/api\/v1/, ''),
    pathParameters,
    fields: rpc.input.fields.map((field) => field.name).filter((name) => !pathParameters.includes(name)),
    body: operation.body !== undefined,
    scope: scope ?? null,
    project,
  };
  return `  ${JSON.stringify(id)}: ${JSON.stringify(entry)},\n`;
});

const operationsSource = `// @generated from the contract by scripts/gen-operations.mjs

/** Every operation by id. \`fields\` are the request's fields that are not in the path; \`path\` is below /api/v1. */
export const operations = {
${lines.join('')}} as const;

/** Constraints of the contract on the fields of each operation that a command calls. */
export const rules: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
${ruleLines.join('')}};

/** Every command of the published interface, in this release or a later one. */
export const published: readonly string[] = ${JSON.stringify(published.sort().join(','))}.split(',');

export interface FieldRule {
  readonly choices?: readonly string[];
  readonly pattern?: string;
  /** Lengths are numbers of characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly required?: boolean;
  /** Whether the rule is for each item of a list, which a query parameter separates by commas. */
  readonly list?: boolean;
}
`;

/** Operations of commands that take a body with --json. */
const withBody = new Set(
  sources.flatMap((text) =>
    text
      .split('restCommand({')
      .filter((part) => /^ {2}body: /m.test(part))
      .flatMap((part) => /operation: '([\w.]+)'/.exec(part)?.[1] ?? []),
  ),
);
const schemas = document.components.schemas;
const toName = (reference) => reference.split('/').at(-1);
const bodies = [...withBody].sort().map((id) => {
  const schema = described.get(id).requestBody.content['application/json'].schema;
  return [id, toName(schema.$ref)];
});

/** The schemas of bodies and of the objects in them. */
const reachable = new Map();
for (const waiting = bodies.map(([, name]) => name); waiting.length > 0;) {
  const name = waiting.pop();
  if (reachable.has(name)) continue;
  const { properties = {}, required = [] } = schemas[name];
  const fields = Object.entries(properties).map(([field, schema]) => toField(field, schema, required.includes(field)));
  reachable.set(name, fields);
  waiting.push(...fields.flatMap(([, , , , object]) => object ?? []));
}

/** Name, type, 1 if required, first sentence of the description, and the schema of the object or of the objects in the list or map. */
function toField(name, schema, required) {
  const inner =
    schema.items ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : schema);
  const [sentence] = (schema.description ?? '').split(/(?<=\.)\s(?=[A-Z])/);
  const values = inner.enum?.filter((value) => value !== '' && !value.endsWith('_UNSPECIFIED')) ?? [];
  const choices = values.every((value) => sentence.includes(value)) ? '' : ` One of ${values.join(', ')}.`;
  const object = inner.$ref && toName(inner.$ref);
  return [name, toType(schema), required ? 1 : 0, sentence + choices, ...(object ? [object] : [])];
}

function toType({ $ref, type, format: form, items, additionalProperties }) {
  if (Array.isArray(type)) return type.map((one) => toType({ type: one, items })).join(' or ');
  if (type === 'array') return `${toType(items)}[]`;
  if (typeof additionalProperties === 'object') return `map of ${toType(additionalProperties)}`;
  if (form === 'date-time') return 'timestamp';
  return $ref ? 'object' : (type ?? 'any');
}

const bodiesSource = `// @generated from the contract by scripts/gen-operations.mjs

/** Name, type, 1 if required, description, and the name of the object in \`objects\` for a field with one or several. */
export type BodyField = readonly [string, string, 0 | 1, string, string?];

/** The body of each operation whose command takes one: a name in \`objects\`. */
export const bodies: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(bodies))};

/** The fields of bodies and of the objects in them. */
export const objects: Readonly<Record<string, readonly BodyField[]>> = ${JSON.stringify(
  Object.fromEntries([...reachable].sort(([a], [b]) => (a < b ? -1 : 1))),
)};
`;

for (const [name, source] of Object.entries({ operations: operationsSource, bodies: bodiesSource })) {
  const file = path.join(GENERATED, `${name}.ts`);
  const formatted = await format(source, { ...(await resolveConfig(file)), parser: 'typescript' });
  if (process.argv.includes('--stdout')) process.stdout.write(formatted);
  else writeFileSync(file, formatted);
}
