import { ServiceError } from '@svc/service-error';
import { Command, CommanderError } from 'commander';
import { COMMANDS } from './commands/index.js';
import { EXIT, type AdminContext, type ExitCode } from './context.js';

/** Runs one command line and resolves with its exit code. Failures are written to standard error as one line. */
export async function runProgram(argv: readonly string[], context: AdminContext): Promise<ExitCode> {
  let code: ExitCode = EXIT.usage;
  const program = new Command('svc-admin')
    .description('Work of the operator on the stores of an installation. Settings are those of docs/configuration.md.')
    .exitOverride()
    .configureOutput({ writeErr: (text) => context.printError(text.trimEnd()) });
  for (const add of COMMANDS) add(program, context, (result) => (code = result));
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has already written the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    context.printError(`svc-admin: ${explain(error)}`);
    return EXIT.failed;
  }
}

/** The message; that of the cause too where the message alone is meant for clients. */
function explain(error: unknown): string {
  const { message = 'unknown failure', cause } = error as Partial<Error>;
  return error instanceof ServiceError && cause instanceof Error ? `${message} (${cause.message})` : message;
}
