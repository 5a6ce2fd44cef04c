import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@svc/testing';

/** The parts of an OpenAPI schema that define the shape of a response. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Responses {
  readonly operationId?: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Responses>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** Compares the names and types of members of responses, as far as the OpenAPI document requires them. */
export class Shapes {
  readonly #schemas = new Map<string, Schema>();

  private constructor(private readonly document: Document) {
    for (const { operationId, responses } of Object.values(document.paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      const success = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
      const schema = success?.content?.['application/json']?.schema;
      if (operationId && schema) this.#schemas.set(operationId, schema);
    }
  }

  static async read(): Promise<Shapes> {
    const file = path.join(ROOT, 'apps/gateway/assets/docs/openapi.json');
    return new Shapes(JSON.parse(await readFile(file, 'utf8')) as Document);
  }

  /**
   * Describes the difference between two responses of an operation, if there is one. A member may be absent from one if
   * it is not required, and null in one if it is nullable: whether an export was cancelled before or after it started
   * depends on timing. Lists agree if an item of one has the shape of an item of the other, because records of other
   * specs, with other members, may come first; empty lists agree with all.
   */
  difference(operationId: string, one: unknown, other: unknown): string | undefined {
    return this.#difference(one, other, operationId, this.#schemas.get(operationId));
  }

  #difference(one: unknown, other: unknown, at: string, declared: Schema | undefined): string | undefined {
    const schema = this.#resolve(declared);
    if (Array.isArray(one) && Array.isArray(other)) {
      const found = one.flatMap((left: unknown) =>
        other.map((right) => this.#difference(left, right, `${at}[]`, schema?.items)),
      );
      return found.includes(undefined) ? undefined : found[0];
    }
    if ((one === null || other === null) && schema?.type?.includes('null')) return undefined;
    if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return at;
    if (one === null || other === null) return one === other ? undefined : at;
    if (typeof one !== 'object') return undefined;
    return this.#memberDifference(one as Members, other as Members, at, schema);
  }

  #memberDifference(left: Members, right: Members, at: string, schema: Schema | undefined): string | undefined {
    if (isMap(left) || isMap(right)) return undefined;
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const member = schema?.properties?.[name];
      const isOptional = member !== undefined && !schema?.required?.includes(name);
      if (name in left && name in right) {
        const different = this.#difference(left[name], right[name], `${at}.${name}`, member);
        if (different !== undefined) return different;
      } else if (!isOptional) return `${at}.${name}`;
    }
    return undefined;
  }

  #resolve(schema: Schema | undefined): Schema | undefined {
    const name = REFERENCE.exec(schema?.$ref ?? '')?.[1];
    return name === undefined ? schema : this.document.components.schemas[name];
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Objects whose names are data, such as attributes. */
function isMap(value: Members): boolean {
  return Object.keys(value).some((name) => !/^[a-z0-9_]+$/.test(name));
}
