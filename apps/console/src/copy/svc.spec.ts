import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Route } from '../api/call.js';
import { parseExact } from '../api/parse-exact.js';
import { loadCommands } from './load-commands.js';
import { toSvc, type SvcCommand, type SvcInput } from './svc.js';

const ROOT = path.join(import.meta.dirname, '../../../..');
const NOW = Date.parse('2026-11-15T12:00:00Z');

interface Typed {
  readonly command: { readonly operation: string; readonly body?: string; readonly bodyArray?: string };
  readonly arguments: object;
  readonly more: readonly string[];
  readonly flags: object;
  readonly globals: { readonly project?: readonly string[] };
}

interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The client's own parser, which reads a command line and builds the request. The console itself knows nothing of the client. */
interface Client {
  readonly operations: Readonly<Record<string, { readonly method: string; readonly path: string }>>;
  readonly CATALOG: readonly unknown[];
  readonly readCommandLine: (argv: readonly string[], catalog: readonly unknown[], options: object) => Typed;
  readonly commandFlags: (command: object) => readonly unknown[];
  readonly parseFlags: (flags: readonly unknown[], raw: object, nowMs: number) => object;
  readonly readBody: (flags: object, stdin: AsyncIterable<Uint8Array>, arrayField?: string) => Promise<object>;
  readonly buildRequest: (command: object, input: object) => ApiRequest;
}

const MODULES = [
  'gen/operations',
  'commands/index',
  'program/program',
  'command/common-flags',
  'command/parse-flags',
  'command/body',
  'command/request',
];

async function loadClient(): Promise<Client> {
  const files = MODULES.map((name) => pathToFileURL(path.join(ROOT, `apps/cli/dist/${name}.js`)).href);
  const modules = await Promise.all(files.map(async (file) => (await import(file)) as object));
  return Object.assign({}, ...modules) as Client;
}

const client = await loadClient();
const examples = parseExact(readFileSync(path.join(ROOT, 'libs/contract/examples.json'), 'utf8')) as Readonly<
  Record<string, SvcInput>
>;

async function commandsOf(id: string): Promise<readonly SvcCommand[]> {
  const { method = '', path: route = '' } = client.operations[id] ?? {};
  return await loadCommands(`${method} ${route}` as Route);
}

/** The words that a shell passes to `svc`. */
function runShell(lines: readonly string[]): string[][] {
  const program = [`svc() { printf '%s\\0' "$@"; printf '\\0'; }`, ...lines].join('\n');
  const { stdout, stderr } = spawnSync('sh', ['-c', program], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
  assert.equal(stderr, '');
  return stdout
    .split('\0\0')
    .slice(0, -1)
    .map((line) => line.split('\0'));
}

/** The request that the client would send for these words. */
async function readRequest(words: readonly string[]): Promise<ApiRequest & { readonly operation: string }> {
  const typed = client.readCommandLine(words, client.CATALOG, { version: '0', columns: undefined });
  const flags = client.parseFlags(client.commandFlags(typed.command), typed.flags, NOW);
  const { body: takesBody, bodyArray, operation } = typed.command;
  const noInput = (async function* () {})();
  const body = takesBody === undefined ? undefined : await client.readBody(flags, noInput, bodyArray);
  const project = typed.globals.project?.at(-1);
  const request = client.buildRequest(typed.command, {
    arguments: typed.arguments,
    more: typed.more,
    flags,
    body,
    project,
  });
  return { ...request, operation };
}

function without(record: object = {}, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

describe('copies as command lines of the client', () => {
  it('become the request of the example of every operation that has a command', async () => {
    const built: {
      readonly id: string;
      readonly input: SvcInput;
      readonly text: string;
      readonly leftOut: readonly string[];
    }[] = [];
    for (const [id, input] of Object.entries(examples)) {
      const line = toSvc(await commandsOf(id), input, 'shop');
      if (line) built.push({ id, input, ...line });
    }
    assert.ok(built.length > 120, String(built.length));
    const words = runShell(built.map(({ text }) => text));
    assert.equal(words.length, built.length);
    for (const [index, { id, input, text, leftOut }] of built.entries()) {
      const request = await readRequest(words[index] ?? []).catch((error: unknown) =>
        assert.fail(`${text}: ${String(error)}`),
      );
      assert.equal(request.operation, id, text);
      const filled = (client.operations[id]?.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String((input.path as Readonly<Record<string, unknown>>)[name])),
      );
      assert.equal(request.path, filled, text);
      for (const [name, value] of Object.entries(without(input.query, leftOut))) {
        const sent = request.query.flatMap(([key, item]) => (key === name ? [item] : []));
        assert.equal(sent.join(','), [value].flat().join(','), `${text}: ${name}`);
      }
      for (const [name, value] of Object.entries(input.body ?? {}))
        assert.deepEqual(request.body?.[name], value, `${text}: ${name}`);
    }
  });

  it('says which parameters have no flag, and refuses to leave out a part of a body', () => {
    const command: SvcCommand = { words: 'x list', arguments: [], flags: { a: ['a'] } };
    assert.deepEqual(toSvc([command], { query: { a: 'v w', b: 1 } }), { text: "svc x list --a 'v w'", leftOut: ['b'] });
    assert.equal(toSvc([command], { body: { a: 1, b: 1 } }), undefined);
    assert.equal(toSvc([], {}), undefined);
  });

  it('writes texts that look like flags so that they stay values', async () => {
    const line = toSvc(
      await commandsOf('metrics.query'),
      { path: { metric_name: '-x y' }, query: { environment: '--yes' } },
      '-p',
    );
    const [words = []] = runShell([line?.text ?? '']);
    const request = await readRequest(words);
    assert.equal(request.path, '/metrics/-x%20y/query');
    assert.deepEqual(
      request.query.filter(([name]) => ['environment', 'project_id'].includes(name)),
      [
        ['project_id', '-p'],
        ['environment', '--yes'],
      ],
    );
  });
});
