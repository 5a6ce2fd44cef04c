import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { temporaryDirectories } from '@svc/test-servers';
import { theService } from '../../topology.js';
import { newPerson, signIn } from '../../workspace/person.js';
import { failedChecks, readChecks } from './conformance.js';

const PROGRAM = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance');
const REVISION = '2026-07-28';
const temporaryDirectory = temporaryDirectories();

describe('the authorization server in the official conformance suite', () => {
  it.each(['authorization-server-metadata-endpoint', 'authorization-code-grant'])('passes %s', async (scenario) => {
    const person = await signIn(await newPerson('ROLE_MEMBER'));
    const { httpUrl } = theService();
    const directory = await temporaryDirectory();
    const address = ['--url', httpUrl, '--resource', `${httpUrl}/mcp`, '--port', String(await freePort())];
    const options = ['--client-id', 'svc-mcp', '--scenario', scenario, '--spec-version', REVISION];
    const suite = spawn(process.execPath, [
      PROGRAM,
      'authorization',
      ...address,
      ...options,
      '--output-dir',
      directory,
    ]);
    let output = '';
    let isOpened = false;
    suite.stderr.on('data', (text: Buffer) => (output += text.toString()));
    for await (const text of suite.stdout) {
      output += String(text);
      const url = new RegExp(`${httpUrl}/oauth/authorize\\?\\S+`).exec(output)?.[0];
      // The suite asks its user to open this address.
      if (url !== undefined && output.includes('\n', output.indexOf(url)) && !isOpened) {
        isOpened = true;
        const query = new URL(url).search.slice(1);
        const decided = await person.submit('/oauth/authorize', { query, role: 'ROLE_VIEWER', decision: 'approve' });
        await fetch(decided.headers.get('location') ?? assert.fail(await decided.text()));
      }
    }
    const checks = await readChecks(directory, scenario, output);
    assert.deepEqual(failedChecks(checks), [], output);
    assert.ok(
      checks.some(({ status }) => status === 'SUCCESS'),
      output,
    );
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
