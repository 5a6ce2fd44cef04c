import { oneLine } from '../print/layout/sanitize.js';
import { usageError } from '../runtime/failure.js';
import type { JsonObject } from '../runtime/values/json.js';
import { readBody } from './body.js';
import { isRest, type Context, type Command, type RestCommand } from './command.js';
import { explain } from './explain.js';
import { nextPage } from './next-page.js';
import { printPages } from './page-lines.js';
import { buildRequest } from './request.js';

/** Runs a command with parsed flags. Validates all input before it sends a request. */
export async function execute(command: Command, context: Context): Promise<void> {
  if (!isRest(command)) return await command.run(context);
  const { flags, io } = context;
  if (command.destructive && flags.values['yes'] !== true) {
    throw usageError('This cannot be undone: repeat the command with --yes to confirm');
  }
  if (command.variant) {
    const { flag, only, run } = command.variant;
    if (flags.given.has(flag)) return await run(context);
    const alone = only.find((name) => flags.given.has(name));
    if (alone !== undefined) throw usageError(`--${alone} is used with --${flag}`);
  }
  const { project } = context.settings();
  const body = command.body === undefined ? undefined : await readBody(flags, io.stdin, command.bodyArray);
  const request = buildRequest(command, {
    arguments: context.arguments,
    more: context.more,
    flags,
    body,
    project,
  });
  if (command.events) {
    const print = context.printEvents(command.events);
    for await (const event of context.api().follow(request)) print(event);
    return;
  }
  if (command.lines) {
    await printPages(command.lines, request, context).catch((error: unknown) => {
      throw explain(error, command, context);
    });
    return;
  }
  const answer = await (command.send?.(request, context) ?? context.api().send(request)).catch((error: unknown) => {
    throw explain(error, command, context);
  });
  if (answer === undefined) {
    const sentence = confirmation(command, context.arguments);
    await context.print(acknowledgement(command, context.arguments), { kind: 'text', print: () => sentence });
  } else {
    const isShown = context.output.mode === 'table';
    await context.print(isShown && command.complete ? await command.complete(answer, context) : answer, command.view);
  }
  const warning = command.warning?.(flags);
  if (warning !== undefined) {
    io.stderr.write(io.stderr.isTerminal ? `${warning}\n` : `${JSON.stringify({ warning })}\n`);
  }
  if (context.output.mode === 'json') return;
  if (answer !== undefined) io.stdout.write(nextPage(answer, command.flags ?? [], flags));
  if (command.note !== undefined && io.stderr.isTerminal) io.stderr.write(`${command.note}\n`);
}

/** Says the outcome in one line: `Deleted new-checkout.` */
function confirmation({ done = {} }: RestCommand, given: Readonly<Record<string, string>>): string {
  const [outcome = 'done'] = Object.keys(done);
  const words = [outcome.charAt(0).toUpperCase() + outcome.slice(1).replaceAll('_', ' '), ...Object.values(given)];
  return `${oneLine(words.join(' '))}.\n`;
}

/** Replaces an empty response: the IDs in the arguments and the outcome. */
function acknowledgement(command: RestCommand, given: Readonly<Record<string, string>>): JsonObject {
  const ids = (command.arguments ?? []).map(({ name, sends }) => [sends ?? name, given[name] ?? ''] as const);
  return { ...Object.fromEntries(ids), ...command.done };
}
