import type { Operation } from '@svc/contract';
import { isThorough } from './effort.js';

/**
 * Two operations of each group, one with a body and one without, where it has both; all operations in a thorough run. For rules that hold
 * for all operations and are tested for every one of them beside the code.
 */
export function sampled(operations: readonly Operation[], groupOf: (operation: Operation) => string): Operation[] {
  if (isThorough) return [...operations];
  const kinds = Map.groupBy(operations, (each) => `${groupOf(each)} ${each.body === undefined ? 'read' : 'body'}`);
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

/** `logs` of `logs.query`. */
export function toFamily({ id }: Operation): string {
  return id.slice(0, id.indexOf('.'));
}
