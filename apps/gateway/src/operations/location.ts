import type { Message } from '@bufbuild/protobuf';
import { operations, type CallContext, type Operation } from '@svc/contract';

/** Possible contents of an answer to a creation: the record itself, or a record beside a secret. */
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
  const nested = collectionWithin(operation, answer);
  const collection = nested ?? operation.path.replace(/\/\{[a-z_]+\}\/[a-z-]+$/, '');
  const isCollection = nested !== undefined || operations.some(({ path }) => isItem(path, collection));
  const path = isCollection ? `${collection}/${encodeURIComponent(readId(answer as Created))}` : collection;
  const project = context?.boundProjectId === '' ? context.project : undefined;
  return project ? `${path}?project_id=${project.id}` : path;
}

/** The records inside another one, such as the widgets of a dashboard, if the operation adds to them and its answer names that one. */
function collectionWithin({ path: own }: Operation, answer: Message): string | undefined {
  if (!operations.some(({ path }) => isItem(path, own))) return undefined;
  const fields: Readonly<Record<string, unknown>> = answer;
  const filled = own.replace(/\{([a-z_]+)\}/g, (parameter, name: string) => {
    const parent = fields[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    return typeof parent === 'string' ? encodeURIComponent(parent) : parameter;
  });
  return filled.includes('{') ? undefined : filled;
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
