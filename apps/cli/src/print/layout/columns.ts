import type { Column } from './table.js';

/** An ID that commands take. */
export const ID: Column = { title: 'ID', field: 'id', whole: true };
