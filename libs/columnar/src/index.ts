export * from './port.js';
export * from './schema/tables.js';
