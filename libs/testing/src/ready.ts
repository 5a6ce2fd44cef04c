import { connect } from 'node:net';
import { eventually } from '@svc/test-servers';

/** Waits until every URL responds with 200. */
export async function waitUntilReady(urls: readonly string[]): Promise<void> {
  await Promise.all(
    urls.map((url) =>
      eventually(
        `${url} is ready`,
        async () => {
          const answer = await fetch(url);
          const text = await answer.text();
          if (!answer.ok) throw new Error(text);
          return true;
        },
        { everyMs: 25 },
      ),
    ),
  );
}

/** Waits until every port of this machine accepts connections. */
export async function waitUntilListening(ports: readonly number[]): Promise<void> {
  await Promise.all(
    ports.map((port) => eventually(`port ${port} accepts connections`, () => accepts(port), { everyMs: 25 })),
  );
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
