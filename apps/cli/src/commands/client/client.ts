import { restCommand, type Family, type LocalCommand } from '../../command/command.js';
import { SCRIPTS, SHELLS } from '../../program/completion/scripts.js';
import { usageError } from '../../runtime/failure.js';
import { docs } from './docs.js';
import { doctor } from './doctor.js';
import { login, logout } from './login.js';

const completion: LocalCommand = {
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

const whoami = restCommand({
  words: ['whoami'],
  summary: 'Show the authenticated identity',
  operation: 'account.get',
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/identity.js')).printIdentity(answer, page),
  },
});

const version: LocalCommand = {
  words: ['version'],
  summary: 'Print the version of the client',
  run: ({ io, print }) => print({ version: io.version }, { kind: 'text', print: () => `svc ${io.version}\n` }),
};

/** Commands of one word, about the client and its connection. */
export const CLIENT: Family = {
  groups: {},
  commands: [login, logout, whoami, doctor, docs, version, completion],
};
