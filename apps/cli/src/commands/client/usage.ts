import { restCommand } from '../../command/command.js';
import { printUsage } from '../../print/views/usage.js';

export const usage = restCommand({
  words: ['usage'],
  summary: 'Show what the project used in a month',
  examples: ['svc usage --period 2026-05'],
  operation: 'usage.get',
  flags: [
    {
      name: 'period',
      kind: 'string',
      sends: 'period',
      description: 'the month as YYYY-MM; the current one when absent',
    },
  ],
  view: { kind: 'text', print: printUsage },
});
