import type { LocalCommand } from '../../command/command.js';

export const watch: LocalCommand = {
  words: ['incidents', 'watch'],
  summary: 'Follow the timeline of an incident',
  description:
    'Prints entries as they are added, until a limit is reached or the command is interrupted. Each entry has a cursor: with --cursor, ' +
    'the command continues exactly after it. At its end it prints the last one on standard error. Piped, it prints one JSON object per line.',
  examples: [
    'svc incidents watch <incident-id> --include-existing',
    'svc incidents watch <incident-id> --cursor <cursor> --max-events 1 --timeout 10m',
  ],
  arguments: [{ name: 'incident-id', description: 'ID of the incident' }],
  flags: [
    { name: 'cursor', kind: 'string', format: 'not_empty', description: 'cursor of the last entry that was read' },
    {
      name: 'include-existing',
      kind: 'bool',
      default: false,
      description: 'begin with the entries that there are already; only without --cursor',
    },
    {
      name: 'interval',
      kind: 'duration',
      default: '2s',
      min: '100ms',
      max: '1m',
      description: 'time between two requests: 100ms to 1m',
    },
    {
      name: 'max-events',
      kind: 'int',
      default: 0,
      min: 0,
      description: 'end after this many entries; 0 keeps watching',
    },
    {
      name: 'max-polls',
      kind: 'int',
      default: 100_000,
      min: 1,
      max: 100_000,
      description: 'end after this many requests: 1 to 100000',
    },
    {
      name: 'max-transient-errors',
      kind: 'int',
      default: 100,
      min: 0,
      max: 100,
      description: 'temporary failures in a row that are tolerated: 0 to 100',
    },
    {
      name: 'timeout',
      kind: 'duration',
      default: '1h0m0s',
      min: '1s',
      max: '24h',
      description: 'end after this time: 1s to 24h',
    },
  ],
  run: async (context) => (await import('../../watch/watch-incident.js')).watchIncident(context),
};
