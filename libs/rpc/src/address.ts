import { rm } from 'node:fs/promises';
import { connect, isIPv4 } from 'node:net';

/** The kernel's limit of a unix socket's path (108 with the closing NUL); longer ones are cut or refused depending on the system. */
const MAX_SOCKET_PATH_BYTES = 107;

const HOST_AND_PORT = /^(\[[0-9a-fA-F:]+\]|[^:[\],]+):\d{1,5}$/;

/**
 * Checks `unix:<absolute path>` or `host:port`.
 *
 * @throws Error if no process can listen on or reach the address, or if TCP is used without a token: a
 *   unix socket is protected by its directory, a port only by the token.
 */
export function checkAddress(address: string, token: string | undefined): void {
  const path = socketPath(address);
  if (path === undefined) {
    if (!HOST_AND_PORT.test(address)) throw new Error('An rpc address is unix:<path> or host:port');
    if (!token) throw new Error('rpc over TCP requires a token');
    return;
  }
  if (!path.startsWith('/')) throw new Error('The path of a unix rpc address is absolute');
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) {
    throw new Error(
      `The path of a unix rpc address is at most ${MAX_SOCKET_PATH_BYTES} bytes; choose a shorter state directory`,
    );
  }
}

/**
 * Converts the address of a service to a target of grpc-js. Several processes of one service are a list,
 * `10.0.0.1:7002,10.0.0.2:7002`, or one name with several addresses. Over TLS the certificate of each must be valid for
 * the first address of a list.
 *
 * @throws Error if the address is invalid, or a list has something other than IPv4 addresses.
 */
export function toTarget(address: string, token: string | undefined): string {
  const addresses = address.split(',');
  for (const one of addresses) checkAddress(one, token);
  if (addresses.length === 1) return address;
  if (!addresses.every((one) => isIPv4(one.slice(0, one.lastIndexOf(':')))))
    throw new Error('A list of rpc addresses has IPv4 addresses');
  return `ipv4:${address}`;
}

/**
 * Removes the socket of a killed process; without this the address would stay in use.
 *
 * @throws Error if a process still responds on it.
 */
export async function removeStaleSocket(address: string): Promise<void> {
  const path = socketPath(address);
  if (path === undefined) return;
  if (await answers(path)) throw new Error('Another process is already serving on the rpc socket');
  await rm(path, { force: true });
}

/** Whether the address is a unix socket. */
export function isSocket(address: string): boolean {
  return socketPath(address) !== undefined;
}

function socketPath(address: string): string | undefined {
  return address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
