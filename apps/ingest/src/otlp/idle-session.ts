import type { ServerHttp2Session } from 'node:http2';

/** Time for running calls to end; a call takes at most as long as its body may take. */
const END_MS = 60_000;

/**
 * Closes a connection on which no call has begun for this long, whatever else the client sends: pings, for example, do not keep it open.
 * Clients of gRPC then connect again with their next call.
 */
export function closeWhenIdle(session: ServerHttp2Session, idleMs: number): void {
  let force: NodeJS.Timeout | undefined;
  const idle = setTimeout(() => {
    // Announces the end (GOAWAY) and waits for running calls.
    session.close();
    force ??= setTimeout(() => session.destroy(), END_MS).unref();
  }, idleMs).unref();
  session.on('stream', () => idle.refresh());
  session.once('close', () => {
    clearTimeout(idle);
    clearTimeout(force);
  });
}
