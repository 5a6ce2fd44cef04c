export {
  ACTIVE_STATES,
  type AlertEvent,
  type AlertState,
  type Lifecycle,
  type Outcome,
  type TransitionReason,
  type Trigger,
} from './lifecycle.js';
export { begin, rank, transition } from './transition.js';
