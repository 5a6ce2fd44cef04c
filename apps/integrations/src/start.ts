import type { Logger } from '@svc/observability';
import { startRpcServer, type RpcServer } from '@svc/rpc';
import { IntegrationsModule } from './integrations.module.js';

export interface IntegrationsOptions {
  readonly rpc: { readonly listen: string; readonly token?: string };
  readonly logger: Logger;
}

/** Starts the integrations service. */
export function startIntegrations({ rpc, logger }: IntegrationsOptions): Promise<RpcServer> {
  return startRpcServer({
    module: IntegrationsModule,
    address: rpc.listen,
    token: rpc.token,
    log: logger,
  });
}
