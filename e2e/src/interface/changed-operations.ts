import { createHash } from 'node:crypto';

/** An OpenAPI document as far as hashes of its operations need it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components?: unknown;
}

/** A hash of each operation of a document and everything that it refers to, by operation ID. */
export type OperationHashes = Readonly<Record<string, string>>;

/** One in this many unchanged operations is chosen. */
const SHARES = 8;

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

/** The operations that differ from those before, and of the others a share that follows from the text of the turn. */
export function chooseOperations(now: OperationHashes, before: OperationHashes, turn: string): string[] {
  return Object.keys(now).filter((id) => now[id] !== before[id] || isInTurn(id, turn));
}

function isInTurn(id: string, turn: string): boolean {
  return (digest(`${turn} ${id}`)[0] ?? 0) % SHARES === 0;
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
