import type { Context } from '../command/command.js';
import { noteReconnect } from '../print/event.js';
import { printEntry } from '../print/views/response/timeline-entry.js';
import { usageError } from '../runtime/failure.js';
import { pollTimeline, type PollingEnd } from './poll-timeline.js';
import { readNames } from './responder-names.js';

/** The flags that say how to watch, with the values that parsing gives them. */
type WatchFlags = {
  readonly cursor?: string;
  readonly 'include-existing': boolean;
  readonly interval: number;
  readonly 'max-events': number;
  readonly 'max-polls': number;
  readonly 'max-transient-errors': number;
  readonly timeout: number;
};

/** Prints the timeline of an incident as it grows. */
export async function watchIncident(context: Context): Promise<void> {
  const { io } = context;
  const id = context.arguments['incident-id'] ?? '';
  // URLs resolve these even when encoded, which would reach another operation.
  if (['', '.', '..'].includes(id)) throw usageError('<incident-id> is not valid');
  const { project } = context.settings();
  const flags = context.flags.values as WatchFlags;
  const isTable = context.output.mode === 'table';
  const names = isTable ? await readNames(context) : new Map<string, string>();
  const print = context.printEvents({
    record: 'entry',
    start: (page) => (event) => printEntry(event.data, page, names),
  });
  if (isTable && io.stderr.isTerminal) io.stderr.write('Watching the timeline; Ctrl-C ends it.\n');
  const end = await pollTimeline(
    {
      path: `/incidents/${encodeURIComponent(id)}/timeline`,
      query: project === undefined ? [] : [['project_id', project]],
      cursor: flags.cursor,
      includeExisting: flags['include-existing'],
      intervalMs: flags.interval,
      maxEvents: flags['max-events'],
      maxPolls: flags['max-polls'],
      maxTransientErrors: flags['max-transient-errors'],
      timeoutMs: flags.timeout,
    },
    {
      api: context.api(),
      io,
      onEntry: (data) => print({ name: 'entry', data }),
      onTransientError: (delayMs) => noteReconnect(delayMs, io),
    },
  );
  io.stderr.write(isTable ? describeEnd(end, id) : `${JSON.stringify({ event: 'end', ...end })}\n`);
}

const REASONS = {
  max_events: 'All requested entries are here.',
  max_polls: 'The number of requests is reached.',
  timeout: 'The time is up.',
} as const;

function describeEnd({ reason, cursor }: PollingEnd, id: string): string {
  const next = cursor === undefined ? '' : `Next: svc incidents watch ${id} --cursor ${cursor}\n`;
  return `${REASONS[reason]}\n${next}`;
}
