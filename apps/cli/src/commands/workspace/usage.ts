import { restCommand, type Family } from '../../command/command.js';

const usage = restCommand({
  words: ['usage'],
  summary: 'Show the usage of the project in one month',
  examples: ['svc usage --period 2026-05'],
  operation: 'usage.get',
  flags: [
    {
      name: 'period',
      kind: 'string',
      sends: 'period',
      description: 'month as YYYY-MM; the current month by default',
    },
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/usage.js')).printUsage(answer, page),
  },
});

export const USAGE: Family = { groups: {}, commands: [usage] };
