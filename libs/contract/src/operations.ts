import { readCatalog } from './catalog.js';
import { COMMENTS } from './gen/comments.js';
import { publicFiles } from './gen/index.js';
import type { Operation } from './operation.js';

/** Every operation of the REST interface, by id. Importing this fails when a declaration is missing or wrong. */
export const operations: readonly Operation[] = readCatalog(publicFiles, COMMENTS);

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]));

/** @throws Error when there is no operation of that id: a defect of ours, ids are not input. */
export function operation(id: string): Operation {
  const found = byId.get(id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}
