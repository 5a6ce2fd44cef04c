import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { freePort } from '../free-ports.js';
import { pace } from '../pauses.js';
import { ServerProcess } from './server-process.js';

/**
 * A server that starts slowly, reports its process ID even to clients that have left, and exits with 1 if the port is
 * in use.
 */
const SLOW = `
  setTimeout(() => {
    const server = require('node:net').createServer((socket) => socket.on('error', () => {}).end(String(process.pid)));
    server.on('error', () => process.exit(1));
    server.listen(Number(process.argv[1]), '127.0.0.1');
  }, 200);`;

function whoListens(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (pid) => resolve(pid.toString()));
    socket.once('error', () => resolve(undefined));
  });
}

it('runs at most one process when kills and starts overlap', async () => {
  const port = await freePort();
  const server = new ServerProcess(process.execPath, ['-e', SLOW, String(port)], port);
  const crash = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };
  await server.start();
  const first = await whoListens(port);
  assert.ok(first);
  // Two starts while it exits, then two while it starts.
  const crashes = [crash(), crash()];
  await pace(100);
  crashes.push(crash());
  await pace(100);
  crashes.push(crash());
  await Promise.all(crashes);
  const last = await whoListens(port);
  assert.ok(last && last !== first);
  await server.kill();
  assert.equal(await whoListens(port), undefined, 'no process is left');
});

it('reports why it cannot start', async () => {
  const server = new ServerProcess(
    process.execPath,
    ['-e', "console.error('no room'); process.exit(1)"],
    await freePort(),
  );
  await assert.rejects(server.start(), /ended with 1: no room/);
  const nobody = new ServerProcess('no-such-server', [], await freePort());
  await assert.rejects(nobody.start(), /ENOENT/);
});
