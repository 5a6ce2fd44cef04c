/** Injection token of the Symbolicator; where none is provided, stacks stay as they are. */
export const SYMBOLICATOR = Symbol('Symbolicator');
