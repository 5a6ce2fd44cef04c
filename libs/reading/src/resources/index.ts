export type { ResourceAttributes } from './resource-cache.js';
export { ResourcesRepository } from './resources.repository.js';
