export { FairGate, GateRefused, type FairLimits, type Places } from './fair-gate.js';
export { limitConnections, type ConnectionLimits } from './connections.js';
