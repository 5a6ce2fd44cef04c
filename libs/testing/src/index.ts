export { Child, ROOT } from './child.js';
export { eventually } from '@svc/test-servers';
export { findLeakedSecrets } from './leaked-secrets.js';
export { freePorts } from '@svc/test-servers';
export { descendants, privateBytes } from './process-tree.js';
export { standaloneEnvironment, startStandalone, type StandaloneOptions } from './standalone.js';
export type { Dependency, IngestAddress, Topology, TopologyAddress } from './topology.js';
