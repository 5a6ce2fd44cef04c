import type { ColumnStore } from '../port.js';

/** Returns the store, which is opened before the first test. */
export type Subject = () => ColumnStore;
