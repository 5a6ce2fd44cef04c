export type { Call, CallOptions, Client, Handlers } from './call.js';
export type { RpcCertificates, RpcCredentials } from './credentials/credentials.js';
export type { RpcLog } from './log.js';
export { createRpcClient, type RpcClient, type RpcClientOptions } from './rpc-client.js';
export { RpcController } from './rpc-controller.js';
export { startRpcServer, type RpcServer, type RpcServerOptions } from './rpc-server.js';
export { RpcTransport, type RpcTransportOptions } from './rpc-transport.js';
