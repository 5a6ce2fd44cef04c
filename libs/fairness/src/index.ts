export { FairGate, GateRefused, type FairLimits, type Places } from './fair-gate.js';
export { DEFAULT_CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from './connections.js';
export { CONNECTION_SETTINGS, toConnectionLimits } from './settings.js';
