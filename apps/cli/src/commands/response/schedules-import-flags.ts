import type { Flag } from '../../command/flag.js';

/** Flags of `oncall schedules create` for schedules of other products. They are not sent under their names. */
export const IMPORT_FLAGS: readonly Flag<never>[] = [
  {
    name: 'dry-run',
    kind: 'bool',
    default: false,
    description: 'with --from: store nothing, and show what became of the file and who would be on call',
  },
  {
    name: 'from',
    kind: 'string',
    choices: ['opsgenie', 'pagerduty', 'grafana-oncall', 'goalert', 'ical'],
    description: 'the product that exported the file; ical for calendars of any program',
  },
  {
    name: 'leave-out-unmatched',
    kind: 'bool',
    default: false,
    description: 'with --from: leave people out who match no member, instead of refusing the file',
  },
  {
    name: 'map-user',
    kind: 'stringSlice',
    description: 'with --from: <person>=<ID or e-mail address of a member>, for a person who matches no member',
  },
];
