export { Egress, type EgressOptions, type EgressRequest, type EgressResponse } from './egress.js';
export { EgressError, type EgressFailure } from './egress-error.js';
