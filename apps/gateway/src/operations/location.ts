import type { Message } from '@bufbuild/protobuf';
import { operations, type CallContext, type Operation } from '@svc/contract';

/** What an answer to a creation may hold: the record itself, or a record beside a secret. */
interface Created {
  readonly id?: string;
  readonly key?: string;
  readonly apiKey?: { readonly id: string };
}

/**
 * The path of the record that an operation has created, for the Location header. A record that has no ID is at the path of its creation.
 * A caller who may use several projects finds the record in that of the request.
 */
export function readLocation(operation: Operation, answer: Message, context?: CallContext): string {
  const collection = operations.some(({ path }) => isItem(path, operation.path))
    ? operation.path
    : operation.path.replace(/\/\{[a-z_]+\}\/[a-z-]+$/, '');
  const isCollection = operations.some(({ path }) => isItem(path, collection));
  const within = fillParents(collection, answer);
  const path = isCollection ? `${within}/${encodeURIComponent(readId(answer as Created))}` : within;
  const project = context?.boundProjectId === '' ? context.project : undefined;
  return project ? `${path}?project_id=${project.id}` : path;
}

/** A record inside another one names that one in a field of the same name as the parameter of the path. */
function fillParents(collection: string, answer: Message): string {
  const fields = answer as unknown as Readonly<Record<string, unknown>>;
  return collection.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const parent = fields[name.replace(/_([a-z])/g, (__, letter: string) => letter.toUpperCase())];
    if (typeof parent !== 'string') throw new Error('The answer to a creation does not name the record that it is in');
    return encodeURIComponent(parent);
  });
}

function isItem(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/{`) && path.endsWith('}') && path.lastIndexOf('/') === collection.length;
}

/** @throws Error for an answer without an ID, which is a mistake of the contract. */
function readId({ id, key, apiKey }: Created): string {
  const found = id ?? key ?? apiKey?.id;
  if (found === undefined) throw new Error('The answer to a creation has no ID');
  return found;
}
