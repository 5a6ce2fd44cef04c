import { restCommand, type Argument, type Family } from '../../command/command.js';
import { CONTACT_METHODS } from './contact-methods.js';
import { OVERRIDES } from './overrides.js';
import { SCHEDULES } from './schedules.js';

const SCHEDULE_ID: Argument<'schedule_id'> = {
  name: 'schedule-id',
  sends: 'schedule_id',
  description: 'ID of the schedule',
};

const now = restCommand({
  words: ['oncall', 'now'],
  summary: 'Show who is on call and who follows',
  examples: ['svc oncall now <schedule-id>', 'svc oncall now <schedule-id> --at 2026-12-24T18:00:00Z'],
  operation: 'schedules.now',
  arguments: [SCHEDULE_ID],
  flags: [
    { name: 'at', kind: 'string', sends: 'at', format: 'timestamp', description: 'RFC 3339 timestamp; now by default' },
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/oncall/on-duty.js')).printOnDuty(answer, page),
  },
});

export const ONCALL: Family = {
  groups: {
    oncall: 'On-call',
    'oncall contact-methods': 'Contact methods for pages',
    'oncall overrides': 'Exceptions to a schedule',
    'oncall schedules': 'On-call schedules',
  },
  commands: [now, ...SCHEDULES, ...OVERRIDES, ...CONTACT_METHODS],
};
