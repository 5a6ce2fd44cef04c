import type { Server, Socket } from 'node:net';

export interface ConnectionLimits {
  /** Most open connections of the server. */
  readonly total: number;
  /** Most open connections from one address; local sockets have none and are not counted. */
  readonly eachAddress: number;
  /** Milliseconds for which a connection stays open without a request; enforced by the server itself. */
  readonly idleMs: number;
}

/** The limits where nothing is configured; the defaults of the settings. */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { total: 8_192, eachAddress: 2_048, idleMs: 65_000 };

/**
 * Closes connections beyond the limits when they are opened, before they cost anything. A client sees that as a refused connection and
 * tries again later.
 */
export function limitConnections(
  server: Server,
  { total, eachAddress }: Pick<ConnectionLimits, 'total' | 'eachAddress'>,
): void {
  server.maxConnections = total;
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > eachAddress) socket.destroy();
  });
}
