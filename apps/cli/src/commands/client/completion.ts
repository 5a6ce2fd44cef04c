import type { LocalCommand } from '../../command/command.js';
import { SCRIPTS, SHELLS } from '../../program/completion/scripts.js';
import { usageError } from '../../runtime/failure.js';

export const completion: LocalCommand = {
  words: ['completion'],
  summary: 'Print the completion script of a shell',
  examples: ['eval "$(svc completion bash)"', 'svc completion fish | source'],
  arguments: [{ name: 'shell', description: SHELLS.join(', '), choices: SHELLS }],
  meta: true,
  run: ({ io, arguments: given }) => {
    const shell = SHELLS.find((name) => name === given['shell']);
    if (!shell) throw usageError(`<shell> must be one of ${SHELLS.join(', ')}`);
    io.stdout.write(SCRIPTS[shell]);
  },
};
