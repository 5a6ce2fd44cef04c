import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleClient } from '../testing/client.js';

const client = await bundleClient();
const { bundle, directory, peer, start } = client;
afterAll(() => client.stop());

describe('the svc process', () => {
  it('succeeds when the reader closes the pipe early', async () => {
    const child = start(['docs']);
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    child.stdout?.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    assert.deepEqual([code, complaints], [0, '']);
  });

  it('exits with code 130 on an interrupt', async () => {
    // Long enough an answer to wait for that the command is surely still running.
    peer.answer({ status: 503, headers: { 'retry-after': '9' } });
    const child = start(['whoami']);
    for (let tries = 0; peer.requests.length === 0 && tries < 1000; tries++) await sleep(10);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 130);
  });

  it('does not contain the protobuf runtime', () => {
    const source = readFileSync(bundle, 'utf8');
    assert.ok(source.length < 235_000, `${source.length} characters`);
    assert.doesNotMatch(source, /FileDescriptorProto|protovalidate/);
  });
});

const itWithBash = spawnSync('bash', ['--version']).status === 0 ? it : it.skip;

itWithBash('completes words in bash', () => {
  const script = path.join(directory, 'complete.sh');
  writeFileSync(
    script,
    `svc() { "${process.execPath}" "${bundle}" "$@"; }
source <(svc completion bash)
COMP_LINE="$1" COMP_POINT=\${#1} COMP_WORDS=("\${@:2}") COMP_CWORD=$(($# - 2))
_svc
printf '%s\\n' "\${COMPREPLY[@]}"
`,
  );
  const reply = (line: string, ...words: string[]) =>
    spawnSync('bash', ['--norc', script, line, ...words], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
  assert.deepEqual(reply('svc log', 'svc', 'log'), ['login', 'logout', 'logs']);
  assert.deepEqual(reply('svc logs q', 'svc', 'logs', 'q'), ['query']);
  assert.deepEqual(reply('svc --output=j', 'svc', '--output', '=', 'j'), ['json']);
  assert.deepEqual(reply('svc --output=', 'svc', '--output', '='), ['json', 'table']);
});
