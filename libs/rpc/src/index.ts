export type { Call, CallOptions, Client, Handlers } from './call.js';
export type { RpcCertificates, RpcCredentials } from './credentials/credentials.js';
export type { RpcLog } from './log.js';
export { hasFields, largeFields, readList, readMessage, sliceLength, type LargeField } from './large-fields.js';
export { createRpcClient, type RpcClient, type RpcClientOptions } from './client/rpc-client.js';
export { LocalHandlers, type LocalHandler } from './server/local-handlers.js';
export { RpcController } from './server/rpc-controller.js';
export { startRpcServer, type RpcServer, type RpcServerOptions } from './server/rpc-server.js';
export { RpcTransport, type RpcTransportOptions } from './server/rpc-transport.js';
