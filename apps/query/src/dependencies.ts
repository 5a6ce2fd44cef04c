/** Injection tokens of what the process gives its domains. */
export const COLUMN_STORE = Symbol('ColumnStore');
export const EVENT_LOG = Symbol('EventLog');
export const RELATIONAL = Symbol('Relational');
export const PUB_SUB = Symbol('PubSub');
export const IDEMPOTENCY = Symbol('Idempotency');
export const CURSORS = Symbol('Cursors');
export const CLOCK = Symbol('Clock');
export const LOGGER = Symbol('Logger');

/** Milliseconds since 1970. */
export type Clock = () => number;
