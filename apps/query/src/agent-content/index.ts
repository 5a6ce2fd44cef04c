export { AgentContentModule } from './agent-content.module.js';
export { ContentErasure } from './content-erasure.js';
