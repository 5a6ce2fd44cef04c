import { type ServiceError, invalidField } from '@svc/service-error';

/** Maximum number of names in an error; deeper names only repeat. */
const SHOWN = 8;

/** The current path in a JSON request, as names of schema fields; joined only for an error. */
export class Trail {
  /** Length of the path. A writer that continues with the next element of a list resets it. */
  depth = 0;
  private readonly names: string[] = [];

  /** The field `name` of a message at this depth; deeper names are removed. */
  enter(depth: number, name: string): void {
    this.names[depth] = name;
    this.depth = depth + 1;
  }

  refuse(reason: string): ServiceError {
    return invalidField(this.depth === 0 ? 'body' : this.names.slice(0, Math.min(this.depth, SHOWN)).join('.'), reason);
  }
}
