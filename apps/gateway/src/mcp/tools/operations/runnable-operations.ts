import { operations, type Operation } from '@svc/contract';
import { notFound } from '@svc/service-error';

/** The operations that agents may run, by ID. The class never hides an operation, and a tool cannot answer with a stream. */
const RUNNABLE: ReadonlyMap<string, Operation> = new Map(
  operations
    .filter(({ agent, project, streams, streamedBody }) => {
      return agent !== 'never' && project !== 'public' && !streams && streamedBody === undefined;
    })
    .map((operation) => [operation.id, operation]),
);

/** The operations that agents may run with these scopes. */
export function runnableWith(scopes: readonly string[]): Operation[] {
  return [...RUNNABLE.values()].filter(({ scope }) => scope !== undefined && scopes.includes(scope));
}

/** @throws ServiceError not_found, the same for an unknown operation and for one that agents never run. */
export function requireRunnable(id: string): Operation {
  const operation = RUNNABLE.get(id);
  if (!operation) throw notFound();
  return operation;
}

/** The scopes of all operations that agents may run, for clients that ask for a credential. The role of the user limits them. */
export const RUNNABLE_SCOPES: readonly string[] = [
  ...new Set([...RUNNABLE.values()].flatMap(({ scope }) => scope ?? [])),
].toSorted();

/** Whether a caller with these scopes can run any operation. */
export function canRunAny(scopes: readonly string[]): boolean {
  return runnableWith(scopes).length > 0;
}
