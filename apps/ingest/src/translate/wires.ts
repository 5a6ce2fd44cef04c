import { LOKI_PUSH } from './loki.js';
import type { Wire } from './wire.js';

/** The protocols of other products by their paths. */
export const WIRES: ReadonlyMap<string, Wire> = new Map([LOKI_PUSH].map((wire) => [wire.path, wire]));
