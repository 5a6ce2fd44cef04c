import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Addresses of a server: with the role that owns the tables, and with that of the service. */
export interface ServerAddresses {
  readonly url: string;
  readonly serviceUrl: string;
}

let server: Promise<ServerAddresses> | undefined;

/** The server of this process, which is started at the first call, and whose database `postgres` is migrated and empty. */
export function sharedServer(): Promise<ServerAddresses> {
  return (server ??= startSharedServer());
}

async function startSharedServer(): Promise<ServerAddresses> {
  // The process has its own group, so that a kill of this one leaves it time to stop the server and remove its files.
  const child = fork(path.join(import.meta.dirname, 'shared-server.process.js'), { detached: true });
  const [started] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The server of the specs ended with ${code ?? signal}.`);
    }),
  ])) as [ServerAddresses];
  // This process may end whenever nothing else keeps it.
  child.unref();
  child.channel?.unref();
  return started;
}
