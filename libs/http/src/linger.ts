import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Time for a client to notice the refusal and stop sending. */
const LINGER_MS = 5_000;

/**
 * Receives and discards the rest of a refused request for a while. Closing the connection while the client still sends resets it and
 * loses the response: the client would drop its data or send it again immediately.
 */
export function linger(request: IncomingMessage): void {
  if (request.complete) return;
  const late = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(late));
  request.resume();
}

/** Like `linger`, for a connection without a request, because its bytes are not valid HTTP. */
export function lingerOn(socket: Duplex): void {
  const late = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(late));
  socket.resume();
}
