import type { LocalCommand } from '../command/command.js';

export const version: LocalCommand = {
  words: ['version'],
  summary: 'Print the version of the client',
  run: ({ io, print }) => print({ version: io.version }, { kind: 'text', print: () => `svc ${io.version}\n` }),
};
