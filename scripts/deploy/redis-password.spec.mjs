/** Starts Redis with the commands of the chart and of Compose, which must not pass the password as an argument. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readGolden } from '../chart/chart.mjs';
import { ROOT } from '../tools.mjs';
import { readCompose, requiredVariables } from './compose.mjs';

const { eventually, freePort, RedisServer, skipOrFail } = await import(
  path.join(ROOT, 'libs/test-servers/dist/index.js')
);
const PASSWORD = String.raw`a "quoted" \ and 'other' $HOME ${'`'}password #1`;

/** The container of the chart, with the file that it reads. */
function readChart(folder) {
  const objects = readGolden('standard').filter(({ metadata }) => metadata.name === 'svc-valkey');
  const find = (kind) => objects.find((object) => object.kind === kind);
  const file = path.join(folder, 'valkey.conf');
  writeFileSync(file, find('ConfigMap').data['valkey.conf']);
  const [{ command, env }] = find('StatefulSet').spec.template.spec.containers;
  return {
    program: 'valkey-server',
    command: command.map((text) => text.replace('/etc/valkey/valkey.conf', file)),
    variable: env[0].name,
  };
}

function readComposed() {
  const { redis } = readCompose(Object.fromEntries([...requiredVariables()].map((name) => [name, 'k1=x']))).services;
  return { program: 'redis-server', command: [...redis.entrypoint, ...redis.command], variable: 'REDIS_PASSWORD' };
}

const reason = await RedisServer.prepare().then(
  () => undefined,
  (error) => error.message,
);
if (reason !== undefined) skipOrFail('the password of Redis', reason);
else
  describe.each([
    ['the chart', readChart],
    ['Compose', readComposed],
  ])('the command of Redis in %s', (_name, read) => {
    it('demands the password, which is not an argument', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'svc-redis-password-'));
      const { program, command, variable } = read(folder);
      const wrapper = path.join(folder, program);
      // The real server, after its arguments were written down.
      writeFileSync(
        wrapper,
        `#!/bin/sh\nprintf '%s\\n' "$@" >'${folder}/arguments'\nPATH="$REST" exec redis-server "$@"\n`,
      );
      chmodSync(wrapper, 0o755);
      const port = await freePort();
      const [shell, ...args] = command.map((text) => text.replace('\nCONFIGURATION', `\nport ${port}\nCONFIGURATION`));
      const env = { PATH: `${folder}:${process.env.PATH}`, REST: process.env.PATH, [variable]: PASSWORD };
      const server = spawn(shell, args, { cwd: folder, env, stdio: 'ignore' });
      try {
        await eventually('the server listens', () => ask(port, ['PING']).then(Boolean, () => false));
        assert.match(await ask(port, ['PING']), /^-NOAUTH/);
        assert.match(await ask(port, ['AUTH', 'another']), /^-WRONGPASS/);
        assert.equal(await ask(port, ['AUTH', PASSWORD]), '+OK\r\n');
        assert.doesNotMatch(readFileSync(path.join(folder, 'arguments'), 'utf8'), /password/);
      } finally {
        server.kill('SIGKILL');
        await once(server, 'exit');
        rmSync(folder, { recursive: true });
      }
    });
  });

/** Resolves to the first reply of the server to a command, whose words are ASCII. */
async function ask(port, words) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`);
    const [reply] = await once(socket, 'data');
    return reply.toString();
  } finally {
    socket.destroy();
  }
}
