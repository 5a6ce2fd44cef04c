export { INCIDENT_STATES, type Action, type IncidentState, type Lifecycle, type Outcome } from './lifecycle.js';
export { startLifecycle, transition } from './transition.js';
