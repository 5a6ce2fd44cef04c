import type { ServiceError } from '@svc/errors';
import { malformed } from '../wire/malformed.js';

/** Names that an error shows; nested values repeat themselves below. */
const SHOWN = 8;

/** Where in a JSON request the writer is: names of the schema's fields, put together only for an error. */
export class Trail {
  /** Length of the path. A writer that moves on to the next element of a list sets it back itself. */
  depth = 0;
  private readonly names: string[] = [];

  /** The field `name` of a message at this depth; what was entered deeper is forgotten. */
  enter(depth: number, name: string): void {
    this.names[depth] = name;
    this.depth = depth + 1;
  }

  refuse(reason: string): ServiceError {
    return malformed(this.depth === 0 ? 'body' : this.names.slice(0, Math.min(this.depth, SHOWN)).join('.'), reason);
  }
}
