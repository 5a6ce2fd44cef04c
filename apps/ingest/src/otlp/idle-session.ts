import type { ServerHttp2Session } from 'node:http2';

/** Time for running calls to end; a call takes at most as long as its body may take. */
const END_MS = 60_000;

/**
 * Closes a connection that has had no call for this long, whatever else the client sends: pings, for example, do not keep it open.
 * Clients of gRPC then connect again with their next call.
 */
export function closeWhenIdle(session: ServerHttp2Session, idleMs: number): void {
  let force: NodeJS.Timeout | undefined;
  let calls = 0;
  const idle = setTimeout(() => {
    if (calls > 0) return;
    // Announces the end (GOAWAY) and waits for running calls.
    session.close();
    force ??= setTimeout(() => session.destroy(), END_MS).unref();
  }, idleMs).unref();
  session.on('stream', (stream) => {
    calls += 1;
    stream.once('close', () => {
      calls -= 1;
      idle.refresh();
    });
  });
  session.once('close', () => {
    clearTimeout(idle);
    clearTimeout(force);
  });
}
