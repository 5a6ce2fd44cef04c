export { FairGate, GateRefused, type FairLimits, type Places } from './fair-gate.js';
