import { endErrorObject } from '../runtime/error-object.js';
import { EXIT, type Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, plainText, type Json } from '../runtime/values/json.js';
import { oneLine } from './layout/sanitize.js';

/** Writes a failure to standard error: readable text at a terminal, otherwise one JSON object on one line. */
export function reportFailure(failure: Failure, argv: readonly string[], io: Io): void {
  const isPerson = io.stdout.isTerminal && io.stderr.isTerminal && !asksForJson(argv);
  if (isPerson) io.stderr.write(sentences(failure));
  else endErrorObject(failure.toBody(), io.stderr);
}

function sentences(failure: Failure): string {
  const { status, details, requestId, retryAfter } = failure.response ?? {};
  const facts = status === undefined ? [] : [failure.error, `status ${status}`];
  if (retryAfter !== undefined) facts.push(`retry after ${retryAfter}${typeof retryAfter === 'number' ? ' s' : ''}`);
  if (requestId !== undefined) facts.push(`request ${requestId}`);
  const lines = [
    `svc: ${failure.message}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
    ...violations(details, failure.message),
    ...(failure.exitCode === EXIT.usage ? ['Append --help to see the usage of the command.'] : []),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join('');
}

/** Lists the violations that the message does not name. */
function violations(details: Json | undefined, message: string): string[] {
  const list = Array.isArray(details) ? (details as readonly Json[]).filter(isObject) : [];
  return list
    .map(({ path, reason }) => [plainText(path), plainText(reason)] as const)
    .filter(([, reason]) => list.length > 1 || !message.includes(reason))
    .map(([path, reason]) => `  ${path}: ${reason}`);
}

/** Checks the unparsed words, because a malformed command line may contain the flag too. */
function asksForJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => {
    if (word === '-ojson' || word === '--output=json') return true;
    return word === 'json' && ['-o', '--output'].includes(argv[index - 1] ?? '');
  });
}
