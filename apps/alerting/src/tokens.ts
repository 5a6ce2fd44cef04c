/** Where the query service is called, with credentials: an address for `createRpcClient`. */
export const QUERY_SERVICE = Symbol('QueryService');
