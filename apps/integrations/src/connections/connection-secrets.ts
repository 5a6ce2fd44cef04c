import { Inject, Injectable } from '@nestjs/common';
import { openFor, sealFor, type KeyRing } from '@svc/encryption';
import type { Connection } from '@svc/relational';
import { KEY_RING } from '@svc/runtime';

/** The secrets of a connection. */
export interface ConnectionSecret {
  readonly token: string;
  /** Token that the next access token is fetched with; only of the kind oauth, if the provider issues one. */
  readonly refreshToken?: string;
  /** When the token expires, in epoch milliseconds; absent if that is not known. */
  readonly expiresAt?: number;
  /** Secret that the provider signs webhooks with; absent or empty without webhooks. */
  readonly webhookSecret?: string;
}

@Injectable()
export class ConnectionSecrets {
  constructor(@Inject(KEY_RING) private readonly keyRing: KeyRing) {}

  /** Seals the secrets for a connection and its server: in another row, or with another address, they cannot be opened. */
  seal(connection: Pick<Connection, 'id' | 'baseUrl'>, secret: ConnectionSecret): string {
    const { place, destination } = toContext(connection);
    return sealFor(this.keyRing, JSON.stringify(secret), place, destination);
  }

  open(connection: Pick<Connection, 'id' | 'baseUrl' | 'sealed'>): ConnectionSecret {
    const { place, destination } = toContext(connection);
    return JSON.parse(openFor(this.keyRing, connection.sealed, place, destination)) as ConnectionSecret;
  }
}

/** The context that binds sealed secrets to their connection and to the server that it sends them to. */
export function toContext({ id, baseUrl }: Pick<Connection, 'id' | 'baseUrl'>) {
  return { place: `connection/${id}`, destination: URL.parse(baseUrl)?.origin ?? '' };
}
