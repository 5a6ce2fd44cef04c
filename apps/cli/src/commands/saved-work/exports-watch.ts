import type { LocalCommand } from '../../command/command.js';

export const watch: LocalCommand = {
  words: ['export', 'jobs', 'watch'],
  summary: 'Wait until an export is over',
  description:
    'Shows the progress on a terminal, and prints the export when it is over. The command fails if the export failed or was cancelled, or ' +
    'if a limit is reached before.',
  examples: ['svc export jobs watch <job-id> --timeout 2h'],
  arguments: [{ name: 'job-id', description: 'ID of the export' }],
  flags: [
    {
      name: 'interval',
      kind: 'duration',
      default: '2s',
      min: '100ms',
      max: '1m',
      description: 'time between two requests: 100ms to 1m',
    },
    {
      name: 'max-polls',
      kind: 'int',
      default: 1_000,
      min: 1,
      max: 100_000,
      description: 'give up after this many requests: 1 to 100000',
    },
    {
      name: 'max-transient-errors',
      kind: 'int',
      default: 8,
      min: 0,
      max: 100,
      description: 'temporary failures in a row that are tolerated: 0 to 100',
    },
    {
      name: 'timeout',
      kind: 'duration',
      default: '30m0s',
      min: '1s',
      max: '24h',
      description: 'give up after this time: 1s to 24h',
    },
  ],
  run: async (context) => (await import('../../watch/watch-export.js')).watchExport(context),
};
