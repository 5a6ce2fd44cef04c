export { Child, ROOT } from './child.js';
export { eventually } from './eventually.js';
export { freePorts } from './free-port.js';
export { startStandalone, type StandaloneOptions } from './standalone.js';
export type { Topology, TopologyAddress } from './topology.js';
