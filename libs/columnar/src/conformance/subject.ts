import type { ColumnStore } from '../port.js';

/** Hands the store to a test; it is opened before the first one. */
export type Subject = () => ColumnStore;
