/**
 * Writes src/gen/operations.ts: what the client needs to know of each operation, without the protobuf runtime, which would cost
 * every start of the client more than all of its own code. `--stdout` prints it instead.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '@svc/contract';
import { format, resolveConfig } from 'prettier';

const TARGET = path.join(import.meta.dirname, '..', 'src', 'gen', 'operations.ts');

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
`,
  { ...(await resolveConfig(TARGET)), parser: 'typescript' },
);

if (process.argv.includes('--stdout')) process.stdout.write(source);
else writeFileSync(TARGET, source);
