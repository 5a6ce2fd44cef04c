/** Address and credentials of the query service, for `createRpcClient`. */
export const QUERY_SERVICE = Symbol('QueryService');
