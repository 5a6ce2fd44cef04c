import assert from 'node:assert/strict';
import type { RestCommand } from '../command/command.js';
import { rules } from '../gen/operations.js';

/** The arguments that the command line of a command has to contain. */
export function requiredArguments(command: RestCommand): string[] {
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
