import { restCommand } from '../command/command.js';

export const whoami = restCommand({
  words: ['whoami'],
  summary: 'Show the authenticated identity',
  operation: 'account.get',
});
