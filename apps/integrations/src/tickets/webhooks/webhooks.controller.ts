import { Inject } from '@nestjs/common';
import { ProviderWebhooks, type JsonValue, type ProviderWebhooksReceiveRequest } from '@svc/contract';
import { isId, type Connection } from '@svc/relational';
import { RpcController, type Handlers } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { ConnectionSecrets, ConnectionsRepository, PROVIDER_SYNC, type ProviderName } from '../../connections/index.js';
import { TicketsRepository } from '../tickets.repository.js';
import { findTicketId } from './hint.js';
import { isSigned } from './signature.js';

/**
 * Webhooks of providers. One is only a hint to read the ticket now: its state comes from the provider, so a webhook that arrives late,
 * twice or out of order changes nothing wrongly.
 */
@RpcController(ProviderWebhooks)
export class WebhooksController implements Handlers<typeof ProviderWebhooks> {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly tickets: TicketsRepository,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async receive({ connectionId, body, headers }: ProviderWebhooksReceiveRequest) {
    const connection = isId(connectionId) ? await this.connections.findById(connectionId) : null;
    if (!connection || !this.#isSigned(connection, body, headers)) throw new ServiceError('unauthenticated');
    const externalId = findTicketId(connection.provider as ProviderName, parse(body), this.clock());
    if (externalId !== undefined && (await this.tickets.readSoon(connection, externalId, new Date(this.clock()))))
      this.jobs.wake(PROVIDER_SYNC);
    return {};
  }

  #isSigned(connection: Connection, body: Uint8Array, headers: Readonly<Record<string, string>>): boolean {
    if (!connection.acceptsWebhooks || connection.state === 'disabled') return false;
    const { webhookSecret = '' } = this.secrets.open(connection);
    return webhookSecret !== '' && isSigned(connection.provider as ProviderName, webhookSecret, body, headers);
  }
}

function parse(body: Uint8Array): JsonValue {
  try {
    return JSON.parse(Buffer.from(body).toString()) as JsonValue;
  } catch {
    throw invalidField('body', 'must be JSON');
  }
}
