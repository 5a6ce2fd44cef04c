/** Injection token of the address at which browsers reach the service. */
export const PUBLIC_URL = Symbol('PublicUrl');

/** Where browsers reach the service, without a trailing slash; known once the service listens. */
export type PublicUrl = () => string;
