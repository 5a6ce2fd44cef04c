export * from './gen/index.js';
export type { Client, Handlers } from './handlers.js';
export { HTTP_METHODS, type AgentAccess, type HttpMethod, type Operation, type ProjectScope } from './operation.js';
export { operation, operations } from './operations.js';
