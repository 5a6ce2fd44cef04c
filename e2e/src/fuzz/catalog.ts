import { theService } from '../topology.js';

/** A JSON schema as the published document has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface PathItem {
  readonly operationId: string;
  readonly 'x-project'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** One operation of the catalog, without references. */
export interface FuzzedOperation {
  readonly id: string;
  readonly method: string;
  /** The path, with the names of its parameters in braces. */
  readonly path: string;
  /** Which project it works in; `organization` for all of them. */
  readonly project: string | undefined;
  readonly parameters: readonly Pick<Parameter, 'name' | 'in' | 'schema'>[];
  readonly body: Schema | undefined;
}

export interface Catalog {
  readonly operations: readonly FuzzedOperation[];
  /** All codes that an error may have. */
  readonly errorCodes: ReadonlySet<unknown>;
}

/** Deeper parts of a schema that contains itself are left out. */
const MAX_DEPTH = 6;

/** OpenFeature defines these bodies, so the document does not. */
const EVALUATION: Schema = {
  properties: { context: { properties: { targetingKey: {}, $groups: {}, $send_exposure: {}, plan: {} } } },
  required: ['context'],
};

/** Reads the catalog from the document that the service publishes. */
export async function readCatalog(): Promise<Catalog> {
  const answer = await fetch(`${theService().httpUrl}/openapi.json`);
  const { paths, components } = (await answer.json()) as Document;
  const resolve = (schema: Schema, depth = 0): Schema => {
    if (depth > MAX_DEPTH) return {};
    if (schema.$ref !== undefined) return resolve(components.schemas[lastPart(schema.$ref)] ?? {}, depth);
    const { items, properties } = schema;
    const members = Object.entries(properties ?? {}).map(([name, member]) => [name, resolve(member, depth + 1)]);
    return {
      ...schema,
      ...(items && { items: resolve(items, depth + 1) }),
      ...(properties && { properties: Object.fromEntries(members) as Record<string, Schema> }),
    };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => {
      const parameters = (item.parameters ?? []).map((parameter) => {
        const { name, in: place, schema } = parameter.$ref ? findParameter(components, parameter.$ref) : parameter;
        return { name, in: place, schema: resolve(schema) };
      });
      const { operationId: id, 'x-project': project } = item;
      const body = id.startsWith('ofrep.') ? EVALUATION : item.requestBody?.content['application/json']?.schema;
      const named = new Set(parameters.map(({ name }) => name));
      for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
        if (!named.has(name)) parameters.push({ name, in: 'path', schema: {} });
      }
      return { id, method: method.toUpperCase(), path, project, parameters, body: body && resolve(body) };
    }),
  );
  return { operations, errorCodes: new Set(components.schemas['Error']?.properties?.['error']?.enum) };
}

function findParameter(components: Document['components'], reference: string): Parameter {
  const parameter = components.parameters[lastPart(reference)];
  if (!parameter) throw new Error(`the document has no ${reference}`);
  return parameter;
}

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
