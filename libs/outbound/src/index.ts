export { Egress, type EgressOptions, type EgressRequest, type EgressResponse } from './egress.js';
export { EgressError, HTTPS_REQUIRED, type EgressFailure } from './egress-error.js';
