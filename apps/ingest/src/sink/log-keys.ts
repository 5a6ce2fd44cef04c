import { deadline } from '@svc/config';
import { Keys } from '@svc/contract';
import type { DataKeySource } from '@svc/event-log';
import { createRpcClient } from '@svc/rpc';
import type { IngestOptions } from '../options/ingest-options.js';

const TIMEOUT_MS = deadline(5_000);

export interface GatewayLogKeys extends DataKeySource {
  close(): void;
}

/** Looks up the keys of projects for the event log at the gateway. While it does not respond, batches are retried. */
export function openGatewayLogKeys(gateway: IngestOptions['gateway']): GatewayLogKeys {
  const client = createRpcClient(Keys, { ...gateway, timeoutMs: TIMEOUT_MS });
  return {
    async find(ids) {
      const { keys } = await client.findLogKeys({ ids: [...ids] }, {});
      return new Map(keys.map(({ id, wrapped }) => [id, wrapped === '' ? null : wrapped]));
    },
    close: () => client.close(),
  };
}
