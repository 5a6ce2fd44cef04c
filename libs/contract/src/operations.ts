import { readCatalog } from './catalog.js';
import { COMMENTS } from './gen/comments.js';
import { publicFiles } from './gen/index.js';
import type { Operation } from './operation.js';

/** Every operation of the REST interface, by ID. The import fails if a declaration is missing or invalid. */
export const operations: readonly Operation[] = readCatalog(publicFiles, COMMENTS);

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]));

/** @throws Error for an unknown ID, which is a bug of the caller because IDs are not user input. */
export function operation(id: string): Operation {
  const found = byId.get(id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}
