/**
 * Writes src/gen/operations.ts: the properties of each operation that the client needs, without the protobuf runtime,
 * which would cost every start of the client more than all of its own code. `--stdout` prints it instead.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument, operations } from '@svc/contract';
import { format, resolveConfig } from 'prettier';

const TARGET = path.join(import.meta.dirname, '..', 'src', 'gen', 'operations.ts');

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
    ...(schema.type === 'array' && { list: true }),
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

const source = await format(
  `// @generated from the contract by scripts/gen-operations.mjs

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
`,
  { ...(await resolveConfig(TARGET)), parser: 'typescript' },
);

if (process.argv.includes('--stdout')) process.stdout.write(source);
else writeFileSync(TARGET, source);
