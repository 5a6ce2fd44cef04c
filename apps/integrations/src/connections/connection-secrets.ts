import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '@svc/encryption';
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

  /** Seals the secrets for a connection: in another row they cannot be opened. */
  seal(connectionId: string, secret: ConnectionSecret): string {
    return this.keyRing.seal(JSON.stringify(secret), toPlace(connectionId));
  }

  open({ id, sealed }: Pick<Connection, 'id' | 'sealed'>): ConnectionSecret {
    return JSON.parse(this.keyRing.open(sealed, toPlace(id))) as ConnectionSecret;
  }
}

/** Context that binds sealed secrets to their connection. */
export const toPlace = (connectionId: string): string => `connection/${connectionId}`;
