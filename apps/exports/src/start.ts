import type { Logger } from '@svc/observability';
import { startRpcServer, type RpcServer } from '@svc/rpc';
import { ExportsModule } from './exports.module.js';

export interface ExportsOptions {
  readonly rpc: { readonly listen: string; readonly token?: string };
  readonly logger: Logger;
}

/** Starts the exports service. */
export function startExports({ rpc, logger }: ExportsOptions): Promise<RpcServer> {
  return startRpcServer({ module: ExportsModule, address: rpc.listen, token: rpc.token, log: logger });
}
