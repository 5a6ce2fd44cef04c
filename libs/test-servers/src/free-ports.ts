import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { claimPort, releasePort } from './port-claims.js';

/**
 * The range is below the ports that systems use for outgoing connections (from 32768 on Linux, 49152 elsewhere): a
 * server that is killed and restarted would sometimes find its port used by another connection.
 */
const FIRST = 20_000;
const BEYOND = 32_000;

/**
 * Returns different free ports of the loopback interface, which no other test process of this machine gets until this one ends. Another
 * program may still use one first, which is rare because they are chosen from a large range.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST, BEYOND);
    if (!claimPort(port)) continue;
    if (await isFree(port)) ports.add(port);
    else releasePort(port);
  }
  return [...ports];
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
