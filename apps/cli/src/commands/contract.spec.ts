import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operation } from '@svc/contract';
import { isRest, commandPath } from '../command/command.js';
import { toManifest } from '../manifest/manifest.js';
import { manifestMarkdown } from '../manifest/markdown.js';
import { CATALOG } from './index.js';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const commands = CATALOG.flatMap((family) => family.commands);
const restCommands = commands.filter(isRest);

type Message = ReturnType<typeof operation>['rpc']['output'];

function fieldNames(message: Message | undefined): readonly string[] {
  return message?.fields.map((field) => field.name) ?? [];
}

/** The message that a dotted path from `message` leads to the last field of. */
function findOwner(message: Message | undefined, steps: readonly string[]): Message | undefined {
  return steps
    .slice(0, -1)
    .reduce<Message | undefined>((owner, step) => owner?.fields.find((field) => field.name === step)?.message, message);
}

describe('commands and the contract', () => {
  it('keeps the tables of operations and bodies up to date', () => {
    const generated = execFileSync(process.execPath, [path.join(PACKAGE, 'scripts/gen-operations.mjs'), '--stdout'], {
      encoding: 'utf8',
    });
    const files = ['operations', 'bodies'].map((name) => path.join(PACKAGE, `src/gen/${name}.ts`));
    assert.equal(files.map((file) => readFileSync(file, 'utf8')).join(''), generated);
  });

  it('keeps docs/commands.md up to date', () => {
    const file = path.join(PACKAGE, '..', '..', 'docs', 'commands.md');
    assert.equal(readFileSync(file, 'utf8'), manifestMarkdown(toManifest(CATALOG)));
  });

  it('provides an argument or a required flag for every path parameter', () => {
    for (const command of restCommands) {
      const { pathParameters } = operation(command.operation);
      const isInPath = (sends: string | undefined): boolean => sends !== undefined && pathParameters.includes(sends);
      const positional = (command.arguments ?? []).map(({ sends }) => sends).filter(isInPath);
      const flags = (command.flags ?? []).filter(({ sends }) => isInPath(sends));
      assert.deepEqual([...positional, ...flags.map(({ sends }) => sends)], pathParameters, commandPath(command));
      for (const { name, required } of flags) assert.equal(required, true, `${commandPath(command)} --${name}`);
    }
  });

  it('takes a body only if the operation does, and requires --yes for DELETE except apikey revoke', () => {
    for (const command of restCommands) {
      const { body, method } = operation(command.operation);
      if (command.body !== undefined) assert.equal(body, '*', commandPath(command));
      const isException = commandPath(command) === 'apikey revoke';
      if (method === 'DELETE') assert.equal(command.destructive === true, !isException, commandPath(command));
    }
  });

  it('acknowledges empty responses and only those', () => {
    for (const command of restCommands) {
      assert.equal(
        command.done !== undefined,
        operation(command.operation).successStatus === 204,
        commandPath(command),
      );
    }
  });

  it('refers to a response field in every list and column of a table', () => {
    for (const command of restCommands) {
      if (command.view?.kind !== 'table' || typeof command.view.rows !== 'string') continue;
      const { output } = operation(command.operation).rpc;
      const list = command.view.rows;
      const row = output.fields.find((field) => field.name === list)?.message;
      assert.ok(row, `${commandPath(command)}: ${list}`);
      for (const { field } of command.view.columns) {
        const steps = field.split('.');
        assert.ok(fieldNames(findOwner(row, steps)).includes(steps.at(-1) ?? ''), `${commandPath(command)}: ${field}`);
      }
    }
  });

  it('describes every group', () => {
    for (const family of CATALOG) {
      for (const { words } of family.commands.filter((command) => command.words.length > 1)) {
        const group = words.slice(0, -1).join(' ');
        assert.ok(family.groups[group], group);
      }
    }
  });

  it('shows no secret in an example', () => {
    for (const { examples = [] } of commands)
      for (const example of examples) assert.doesNotMatch(example, /--api-key|svc_/);
  });
});
