import type { Logger } from '@svc/observability';
import { startRpcServer, type RpcServer } from '@svc/rpc';
import { AlertingModule } from './alerting.module.js';

export interface AlertingOptions {
  readonly rpc: { readonly listen: string; readonly token?: string };
  readonly logger: Logger;
}

/** Starts the alerting service. */
export function startAlerting({ rpc, logger }: AlertingOptions): Promise<RpcServer> {
  return startRpcServer({ module: AlertingModule, address: rpc.listen, token: rpc.token, log: logger });
}
