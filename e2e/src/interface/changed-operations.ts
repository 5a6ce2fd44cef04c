import { createHash } from 'node:crypto';

/** An OpenAPI document as far as hashes of its operations need it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components?: unknown;
}

/** A hash of each operation of a document and everything that it refers to, by operation ID. */
export type OperationHashes = Readonly<Record<string, string>>;

/** One unchanged operation out of this number is chosen. */
const SAMPLE_INTERVAL = 8;

export function hashOperations(document: OpenApi): OperationHashes {
  const hashes: Record<string, string> = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === undefined) continue;
      const parts = [`${method} ${path}`, JSON.stringify(operation), ...referred(document, operation)];
      hashes[operation.operationId] = digest(parts.join('\n')).toString('hex');
    }
  }
  return hashes;
}

/** The operations that differ from those before, and a sample of the others, which the name of the round determines. */
export function chooseOperations(now: OperationHashes, before: OperationHashes, round: string): string[] {
  return Object.keys(now).filter((id) => now[id] !== before[id] || isSampled(id, round));
}

function isSampled(id: string, round: string): boolean {
  return (digest(`${round} ${id}`)[0] ?? 0) % SAMPLE_INTERVAL === 0;
}

/** The components that a value refers to, directly or not, as JSON in the order of their names. */
function referred(document: OpenApi, value: unknown): string[] {
  const found = new Map<string, string>();
  const visit = (from: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(from).matchAll(/"\$ref":"(#[^"]*)"/g)) {
      if (found.has(reference)) continue;
      const target = resolve(document, reference);
      found.set(reference, `${reference} ${JSON.stringify(target)}`);
      visit(target);
    }
  };
  visit(value);
  return [...found.values()].sort();
}

function resolve(document: OpenApi, reference: string): unknown {
  const names = reference.slice('#/'.length).split('/');
  return names.reduce<unknown>(
    (at, name) => (at as Readonly<Record<string, unknown>>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
