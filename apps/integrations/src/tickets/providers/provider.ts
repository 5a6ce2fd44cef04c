import type { Connection } from '@svc/relational';
import type { ProviderClient } from './provider-client.js';

/** A ticket as it is at the provider. */
export interface ExternalTicket {
  readonly externalId: string;
  readonly externalUrl: string;
  /** Name of the state at the provider. */
  readonly status: string;
  readonly isClosed: boolean;
}

/** A ticket to create. */
export interface NewTicket {
  /** ID of the link, from which every provider derives the marker that it finds the ticket by. */
  readonly id: string;
  readonly repo: string;
  readonly title: string;
  readonly issueUrl: string;
  /** Title and place of the issue in the code; may have several lines. */
  readonly summary: string;
  /** When a worker first tried to create it. */
  readonly attemptedAt: Date;
}

/** A ticket that exists at the provider. */
export interface KnownTicket {
  readonly externalId: string;
  readonly repo: string;
}

/** Settings of a connection that requests need. */
export type ConnectionSettings = Pick<Connection, 'account' | 'baseUrl' | 'issueType' | 'kind' | 'siteUrl' | 'target'>;

/** The interface of a provider of tickets. All methods throw ProviderError. */
export interface Provider {
  /** Milliseconds after an attempt until `find` certainly finds what it created. */
  readonly findableAfterMs: number;
  headers(connection: ConnectionSettings, token: string): Readonly<Record<string, string>>;
  /** The ticket that an earlier attempt created although no answer arrived; undefined if it created none. */
  find(client: ProviderClient, connection: ConnectionSettings, ticket: NewTicket): Promise<ExternalTicket | undefined>;
  create(client: ProviderClient, connection: ConnectionSettings, ticket: NewTicket): Promise<ExternalTicket>;
  /** The present state of the tickets, by external ID; deleted ones are absent. */
  read(
    client: ProviderClient,
    connection: ConnectionSettings,
    tickets: readonly KnownTicket[],
  ): Promise<ReadonlyMap<string, ExternalTicket>>;
  close(client: ProviderClient, connection: ConnectionSettings, ticket: KnownTicket): Promise<ExternalTicket>;
}
