import type { IncomingMessage } from 'node:http';

/** Time for a client to see that it was refused and to stop sending. */
const LINGER_MS = 5_000;

/**
 * A connection that is closed while the client still sends is reset, and the answer with it: the client would drop its data or
 * send it again at once. So what it sends is thrown away for a while.
 */
export function linger(request: IncomingMessage): void {
  const late = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(late));
  request.resume();
}
