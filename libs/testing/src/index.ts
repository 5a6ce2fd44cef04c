export { Child, ROOT } from './child.js';
export { eventually } from '@svc/test-servers';
export { freePorts } from './free-port.js';
export { startStandalone, type StandaloneOptions } from './standalone.js';
export type { Topology, TopologyAddress } from './topology.js';
