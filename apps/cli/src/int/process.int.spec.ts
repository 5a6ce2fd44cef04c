import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleClient } from '../testing/client.js';

const client = await bundleClient();
const { bundle, directory, peer, start, svc } = client;
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

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('exits after %s with code %i, which lets it remove unfinished files', async (signal, expected) => {
    // Long enough an answer to wait for that the command is surely still running.
    peer.answer({ status: 503, headers: { 'retry-after': '9' } });
    const request = peer.nextRequest();
    const child = start(['whoami']);
    await request;
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, expected);
  });

  it('does not contain the protobuf runtime', () => {
    const source = readFileSync(bundle, 'utf8');
    // Some 2,100 for each of the 216 commands, 30,000 for the skill, doctor and the handshakes of MCP, 8,000 for imports of schedules, and
    // 250 for each operation without a command. The descriptors of all messages would add another 300,000.
    assert.ok(source.length < 495_000, `${source.length} characters`);
    assert.doesNotMatch(source, /FileDescriptorProto|protovalidate/);
  });
});

const itWithBash = spawnSync('bash', ['--version']).status === 0 ? it : it.skip;

itWithBash('completes words in bash', () => {
  const script = path.join(directory, 'complete.sh');
  writeFileSync(
    script,
    `svc() { "${process.execPath}" "${bundle}" "$@"; }
eval "$(svc completion bash)"
COMP_LINE="$1" COMP_POINT=\${#1}
_svc svc "$2"
printf '%s|\\n' "\${COMPREPLY[@]}"
`,
  );
  const reply = (line: string, word: string) =>
    spawnSync('bash', ['--norc', script, line, word], { encoding: 'utf8', cwd: directory })
      .stdout.trim()
      .split('\n')
      .map((each) => each.slice(0, -1));
  assert.deepEqual(reply('svc log', 'log'), ['login ', 'logout ', 'logs ']);
  assert.deepEqual(reply('svc logs q', 'q'), ['query ']);
  assert.deepEqual(reply('svc --output=j', 'j'), ['json ']);
  assert.deepEqual(reply('svc --output=', ''), ['json ', 'table ']);
  assert.deepEqual(reply('svc help log', 'log'), ['login ', 'logout ', 'logs ']);
  // Files are offered after --file only.
  assert.deepEqual(reply('svc logs query --since=', ''), ['']);
  mkdirSync(path.join(directory, 'complete two'));
  assert.deepEqual(reply('svc flags create --file comp', 'comp').sort(), ['complete.sh ', 'complete\\ two/']);
  assert.deepEqual(reply(`svc flags create --file=${script}`, script), [`${script} `]);
});

it('completes in bash with the features of version 3.2', async () => {
  const { stdout } = await svc(['completion', 'bash']);
  const newer =
    /mapfile|readarray|compopt|coproc|declare -[Ang]|local -[Ang]|\$\{\w+(,|\^|@[A-Za-z])|\[-\d+\]|\|&|&>>|;;?&|%\(/;
  assert.doesNotMatch(stdout, newer);
});

const itWithZsh = spawnSync('zsh', ['--version']).status === 0 ? it : it.skip;

itWithZsh('completes words in zsh', () => {
  // The functions of zsh's own completion print their arguments.
  const script = `compdef() { :; }
compadd() { print -rl -- "\${(@)argv[5,-1]}"; }
_files() { print files; }
svc() { "${process.execPath}" "${bundle}" "$@"; }
source <(svc completion zsh)
words=(svc "$@"); CURRENT=\${#words}; _svc`;
  const reply = (...words: string[]) =>
    spawnSync('zsh', ['-f', '-c', script, 'zsh', ...words], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
  assert.deepEqual(reply('logs', 'q'), ['query']);
  assert.deepEqual(reply('help', 'log'), ['login', 'logout', 'logs']);
  assert.deepEqual(reply('--output=j'), ['--output=json']);
  assert.deepEqual(reply('flags', 'create', '--file', ''), ['files']);
  assert.deepEqual(reply('logs', 'query', '--service', ''), ['']);
});

const itWithFish = spawnSync('fish', ['--version']).status === 0 ? it : it.skip;

itWithFish('completes words in fish', () => {
  const reply = (line: string) =>
    spawnSync(
      'fish',
      [
        '-N',
        '-c',
        `function svc; "${process.execPath}" "${bundle}" $argv; end; svc completion fish | source; complete -C "${line}"`,
      ],
      { encoding: 'utf8', env: { ...process.env, HOME: directory } },
    )
      .stdout.trim()
      .split('\n')
      .map((each) => each.split('\t')[0]);
  assert.deepEqual(reply('svc logs q'), ['query']);
  assert.deepEqual(reply('svc help log'), ['login', 'logout', 'logs']);
  assert.deepEqual(reply('svc --output=j'), ['--output=json']);
  assert.deepEqual(reply('svc logs query --since='), ['']);
});
