import type { ServerHttp2Session } from 'node:http2';

/** Time for a call that has been running since the connection became idle; a call takes at most as long as its body may take. */
const END_MS = 60_000;

/**
 * Closes a connection on which no call has begun or ended for this long, whatever else the client sends: pings, for example, do not
 * keep it open. Clients of gRPC then connect again with their next call. A call that is still running then, such as one whose answer
 * the client never reads, gets `endMs` more before the connection is destroyed.
 */
export function closeWhenIdle(session: ServerHttp2Session, idleMs: number, endMs = END_MS): void {
  let force: NodeJS.Timeout | undefined;
  let calls = 0;
  const idle = setTimeout(() => {
    // Announces the end (GOAWAY).
    if (calls === 0) session.close();
    force = setTimeout(() => session.destroy(), endMs).unref();
  }, idleMs).unref();
  const wake = (): void => {
    clearTimeout(force);
    idle.refresh();
  };
  session.on('stream', (stream) => {
    calls += 1;
    wake();
    stream.once('close', () => {
      calls -= 1;
      wake();
    });
  });
  session.once('close', () => {
    clearTimeout(idle);
    clearTimeout(force);
  });
}
