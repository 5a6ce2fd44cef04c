/**
 * Records the spans of each instrumentation against a provider on loopback: `node e2e/src/ai/instrumentations/record.mjs [name ...]`.
 * Packages of the pinned versions are installed in temporary folders. What is recorded are the fixtures of `libs/gen-ai`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { anonymise } from './anonymise.mjs';
import { startProvider } from './provider/provider.mjs';

const PROGRAMS = path.join(import.meta.dirname, 'programs');
const RECORDED = path.resolve(import.meta.dirname, '../../../../libs/gen-ai/src/testing/recorded');
const RUN_MS = 60_000;

async function run(directory, command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: 'inherit',
    timeout: RUN_MS * 10,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

/** Installs a program in a folder of its own and returns the command that runs it. */
async function install(directory, name) {
  const inside = path.join(directory, name);
  const files = await readdir(inside);
  // The shared modules resolve their packages from the folder around the programs.
  if (files.includes('package.json')) {
    await cp(path.join(inside, 'package.json'), path.join(directory, 'package.json'));
    await run(directory, 'npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent']);
    return ['node', [path.join(inside, 'main.mjs')]];
  }
  await run(directory, 'python3', ['-m', 'venv', 'venv']);
  // A locked list has every package, where packages require others that exclude one another.
  const [list, options] = files.includes('requirements.lock.txt')
    ? ['requirements.lock.txt', ['--no-deps']]
    : ['requirements.txt', []];
  await run(directory, 'venv/bin/pip', ['install', '--quiet', ...options, '-r', path.join(inside, list)]);
  return [path.join(directory, 'venv/bin/python'), [path.join(inside, 'main.py')]];
}

async function startCollector() {
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(JSON.parse((await Array.fromAsync(request)).map(String).join('')));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { requests, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function record(name) {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-instrumentation-'));
  const [provider, collector] = await Promise.all([startProvider(), startCollector()]);
  try {
    await cp(PROGRAMS, directory, { recursive: true });
    const [command, args] = await install(directory, name);
    await run(directory, command, args, {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${provider.url}/v1`,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: name.startsWith('ai-sdk') ? `${provider.url}/v1` : provider.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'shop',
      OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'span_only',
      PYTHONPATH: directory,
      PYTHONDONTWRITEBYTECODE: '1',
    });
    const recorded = anonymise(collector.requests, [provider.url, directory]);
    await writeFile(path.join(RECORDED, `${name}.json`), `${JSON.stringify(recorded, undefined, 1)}\n`);
  } finally {
    await provider.close();
    collector.close();
    await rm(directory, { recursive: true, force: true });
  }
}

const folders = (await readdir(PROGRAMS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
const names = process.argv.length > 2 ? process.argv.slice(2) : folders.map(({ name }) => name);
for (const name of names) await record(name);
