import { profilePath, readProfiles } from '@svc/profile';
import { isRest, type Context, type Family } from './command/command.js';
import { commandFlags, GLOBAL_FLAGS } from './command/common-flags.js';
import { execute } from './command/execute.js';
import type { FlagValues } from './command/flag.js';
import { parseFlags } from './command/parse-flags.js';
import { createApi } from './http/api.js';
import { printAnswer } from './print/answer.js';
import { eventPrinter, noteReconnect, noteRetry, noteSlowness } from './print/event.js';
import { reportFailure } from './print/failure.js';
import { createColors, wantsColor } from './print/layout/colors.js';
import type { Page } from './print/layout/table.js';
import type { OutputMode } from './print/view.js';
import { complete, COMPLETE_WORD, describeCandidates } from './program/completion/complete.js';
import { readCommandLine } from './program/program.js';
import type { HelpRequest, RunRequest } from './program/request.js';
import { EXIT, toFailure, type ExitCode } from './runtime/failure.js';
import type { Io } from './runtime/io.js';
import { authorizer } from './session/credential.js';
import { resolveSettings, type Settings } from './session/settings.js';

/** Runs one command line and returns its exit code. Failures are reported only here. */
export async function runCommandLine(argv: readonly string[], catalog: readonly Family[], io: Io): Promise<ExitCode> {
  if (argv[0] === COMPLETE_WORD) {
    const [, mode, ...words] = argv;
    const candidates = complete(words, catalog);
    const shown = mode === '--described' ? describeCandidates(words, candidates, catalog) : candidates;
    io.stdout.write(shown.map((candidate) => `${candidate}\n`).join(''));
    return EXIT.ok;
  }
  try {
    const request = readCommandLine(argv, catalog, { version: io.version, columns: io.stdout.columns });
    if (request.kind === 'help') io.stdout.write(await withBodyHelp(request, io));
    else await run(request, catalog, io);
    return EXIT.ok;
  } catch (error) {
    const failure = toFailure(error);
    reportFailure(failure, argv, io);
    return failure.exitCode;
  }
}

/** Adds the fields of the body to the help of a command that takes one; they are loaded only then. */
async function withBodyHelp({ text, command }: HelpRequest, { stdout }: Io): Promise<string> {
  if (command === undefined || !isRest(command) || command.body === undefined || command.bodyArray !== undefined)
    return text;
  const { describeBody } = await import('./program/body-help.js');
  return `${text.trimEnd()}\n${describeBody(command, stdout.isTerminal ? stdout.columns : undefined)}`;
}

async function run(request: RunRequest, catalog: readonly Family[], io: Io): Promise<void> {
  const now = io.now();
  const globals = parseFlags(GLOBAL_FLAGS, request.globals, now);
  const flags = parseFlags(commandFlags(request.command), request.flags, now);
  const chosen = globals.values['output'] as OutputMode | undefined;
  const mode = chosen ?? (io.stdout.isTerminal ? 'table' : 'json');
  const mayBeNew = 'makesProfile' in request.command;
  const settings = once(() =>
    resolveSettings(globals.values, io.env, () => readProfiles(profilePath(io.env, io.homeDirectory)), { mayBeNew }),
  );
  const context: Context = {
    io,
    catalog,
    arguments: request.arguments,
    more: request.more,
    flags,
    output: { mode, chosen: chosen !== undefined },
    settings,
    api: once(() =>
      createApi({
        ...settings(),
        authorize: authorizer(settings(), io),
        io,
        onReconnect: (delayMs) => noteReconnect(delayMs, io),
        onRetry: (status, delayMs) => noteRetry(status, delayMs, io),
        onSlow: () => noteSlowness(io),
      }),
    ),
    printEvents: (view) => eventPrinter(view, { mode, page: page(globals, io, settings), io }),
    print: async (answer, view) => io.stdout.write(await printAnswer(answer, mode, view, page(globals, io, settings))),
  };
  await execute(request.command, context);
}

function page(globals: FlagValues, io: Io, settings: () => Settings): Page {
  const { isTerminal, columns } = io.stdout;
  const colors = createColors(wantsColor({ noColor: globals.values['no-color'] === true, isTerminal, env: io.env }));
  return { width: isTerminal ? columns : undefined, colors, activeProject: () => settings().project };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
