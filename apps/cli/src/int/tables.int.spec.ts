import assert from 'node:assert/strict';
import { operation } from '@svc/contract';
import { commandPath, isRest, type RestCommand } from '../command/command.js';
import { CATALOG } from '../commands/index.js';
import { rules } from '../gen/operations.js';
import { bundleClient } from '../testing/client.js';
import { sampleAnswer } from '../testing/sample-answer.js';

const client = await bundleClient({ inOneProcess: true });
const { peer, svc } = client;
afterAll(() => client.stop());

const commands = CATALOG.flatMap((family) => family.commands)
  .filter(isRest)
  .filter(({ events }) => !events);

describe('tables of a full answer', () => {
  it.each(commands.map((command) => [commandPath(command), command] as const))('%s', async (_, command) => {
    const rpc = operation(command.operation).rpc.output;
    peer.answer({ body: command.done ? undefined : sampleAnswer(rpc), ...(command.done && { status: 204 }) });
    const { code, stdout, stderr } = await svc([...command.words, ...required(command), '-o', 'table']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.notEqual(stdout, '');
    assert.doesNotMatch(stdout, /undefined|\[object|NaN/);
  });
});

/** What the command line has to contain. */
function required(command: RestCommand): string[] {
  const { operation: id, flags = [], anyOf = [], body, bodyArray } = command;
  const args = (command.arguments ?? []).filter(({ optional }) => !optional);
  const given = flags.filter(({ name, required, sends }) => {
    return required || name === anyOf[0] || (body === undefined && rules[id]?.[sends ?? '']?.required);
  });
  return [
    ...args.map(({ choices, sends }) => choices?.[0] ?? sampleValue(id, sends)),
    ...given.map((flag) => `--${flag.name}=${sampleFlag(flag, id)}`),
    ...(body === undefined ? [] : ['--json', bodyArray === undefined ? '{}' : '[]']),
    ...(command.destructive ? ['--yes'] : []),
  ];
}

function sampleFlag(flag: NonNullable<RestCommand['flags']>[number], id: string): string {
  if (flag.name === 'since') return '2026-01-31T09:00:00Z';
  if (flag.name === 'until') return '2026-01-31T10:00:00Z';
  if ('format' in flag && flag.format === 'timestamp') return '2026-01-31T09:00:00Z';
  if ('choices' in flag && flag.choices) return flag.choices[0] ?? '';
  return flag.kind === 'string' || flag.kind === 'stringSlice' ? sampleValue(id, flag.sends) : '1';
}

/** A text that the contract accepts. */
function sampleValue(id: string, field = ''): string {
  const { choices, pattern } = rules[id]?.[field] ?? {};
  const matches = (text: string): boolean => pattern === undefined || new RegExp(pattern, 'u').test(text);
  return choices?.[0] ?? SAMPLES.find(matches) ?? assert.fail(`${id}: ${field}`);
}

const SAMPLES = ['x', 'a/b', 'logs:read', '0E'.repeat(16), '0190a5a8-0000-7000-8000-000000000001'];
