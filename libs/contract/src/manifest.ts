import { ScalarType, type DescField } from '@bufbuild/protobuf';
import { COMMENTS } from './gen/comments.js';
import { integerRange } from './json/scalar.js';
import { TIMESTAMP } from './json/supported.js';
import type { AgentAccess, HttpMethod, Operation, ProjectScope } from './operation.js';
import { operations } from './operations.js';
import { getConstraints, getItemConstraints, requiredFields, type ValueConstraints } from './rules.js';

/** A field of a request. */
export interface ManifestField extends ValueConstraints {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'object' | 'map';
  readonly repeated: boolean;
  readonly required: boolean;
  readonly description: string;
}

/** An operation as plain data, for programs without protobuf. */
export interface ManifestOperation {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly scope: string | undefined;
  readonly project: ProjectScope;
  readonly agent: AgentAccess;
  readonly success_status: number;
  readonly summary: string;
  readonly description: string;
  readonly path_parameters: readonly ManifestField[];
  /** Parameters of the query string, except `project_id`, which every operation with the project rule `required` accepts. */
  readonly query: readonly ManifestField[];
  /** Fields of the JSON body; undefined without a body. */
  readonly body: readonly ManifestField[] | undefined;
}

/** Lists every operation as plain data. */
export function manifest(served: readonly Operation[] = operations): readonly ManifestOperation[] {
  return served.map((operation) => {
    const { id, method, path, scope, project, agent, successStatus, summary, description, rpc } = operation;
    const required = requiredFields(rpc.input);
    const inPath = (field: DescField): boolean => operation.pathParameters.includes(field.name);
    const describe = (field: DescField): ManifestField =>
      describeField(field, inPath(field) || required.has(field.name));
    const rest = rpc.input.fields.filter((field) => !inPath(field)).map(describe);
    return {
      id,
      method,
      path,
      scope,
      project,
      agent,
      success_status: successStatus,
      summary,
      description,
      path_parameters: rpc.input.fields.filter(inPath).map(describe),
      query: operation.body ? [] : rest,
      body: operation.body ? rest : undefined,
    };
  });
}

function describeField(field: DescField, required: boolean): ManifestField {
  return {
    name: field.name,
    type: fieldType(field),
    repeated: field.fieldKind === 'list',
    required,
    description: COMMENTS[`${field.parent.typeName}.${field.name}`] ?? '',
    ...getConstraints(field),
    ...getItemConstraints(field),
    ...(field.enum && { enum: field.enum.values.map(({ name }) => name) }),
  };
}

function fieldType(field: DescField): ManifestField['type'] {
  if (field.fieldKind === 'map') return 'map';
  if (field.message) return field.message.typeName === TIMESTAMP ? 'timestamp' : 'object';
  if (field.scalar === undefined) return 'string';
  if (integerRange(field.scalar)) return 'integer';
  if (field.scalar === ScalarType.BOOL) return 'boolean';
  return field.scalar === ScalarType.DOUBLE || field.scalar === ScalarType.FLOAT ? 'number' : 'string';
}
