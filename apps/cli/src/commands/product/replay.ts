import { restCommand, type Argument, type Family } from '../../command/command.js';
import { clockText, milliseconds, toSecond, wholeNumber } from '../../print/layout/units.js';
import { printReplayEvent } from '../../print/views/replay/replay-event.js';
import type { Json } from '../../runtime/values/json.js';

const toClock = (ms: Json): string => clockText(Number(ms));

const SESSION: Argument<'session_id'> = {
  name: 'session-id',
  sends: 'session_id',
  description: 'ID of a recorded session',
};

const list = restCommand({
  words: ['replay', 'list'],
  summary: 'List the session recordings of the last 7 days, newest first',
  description:
    'ERRORS are those in the console of the browser, and RAGE bursts of clicks at one place, once the recording is summarized. ' +
    'The JSON contains the sizes and the release.',
  operation: 'replay.list',
  view: {
    kind: 'table',
    rows: 'recordings',
    columns: [
      { title: 'START', field: 'started_at', dropOrder: 3, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'SESSION', field: 'session_id', whole: true },
      { title: 'PERSON', field: 'distinct_id', dropOrder: 6, paint: (_, colors) => colors.cyan },
      { title: 'DURATION', field: 'duration_ms', format: milliseconds, align: 'right' },
      { title: 'CLICKS', field: 'click_count', dropOrder: 4, format: wholeNumber, align: 'right' },
      { title: 'ERRORS', field: 'console_error_count', dropOrder: 5, format: wholeNumber, align: 'right' },
      { title: 'RAGE', field: 'summary.rage_click_count', dropOrder: 1, format: wholeNumber, align: 'right' },
      { title: 'FIRST PAGE', field: 'first_url', dropOrder: 2, flexible: true },
    ],
    empty: 'No session recordings in the last 7 days.',
  },
});

const get = restCommand({
  words: ['replay', 'get'],
  summary: 'Show a session recording: its windows, pages, activity and what is missing',
  operation: 'replay.get',
  arguments: [SESSION],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/replay/recording.js')).printRecording(answer, page),
  },
});

const snapshots = restCommand({
  words: ['replay', 'snapshots'],
  summary: 'Print the events of a session recording, one a line',
  description:
    'The lines follow each other as they arrive, however long the recording is. Each line of the JSON is an event with its window, its offset ' +
    'and the event of rrweb, which a player shows.',
  examples: ['svc replay snapshots 0198a3 > recording.jsonl'],
  operation: 'replay.snapshots',
  arguments: [SESSION],
  lines: { rows: 'events', print: printReplayEvent, empty: 'The recording has no events.' },
});

const related = restCommand({
  words: ['replay', 'related'],
  summary: 'Show the events, errors, traces and logs of a recorded session',
  description: 'OFFSET is the place in the recording, which `svc replay snapshots` shows as well.',
  operation: 'replay.related',
  arguments: [SESSION],
  view: {
    kind: 'table',
    rows: 'entries',
    columns: [
      { title: 'OFFSET', field: 'offset_ms', format: toClock, align: 'right', paint: (_, colors) => colors.dim },
      { title: 'KIND', field: 'entry.kind', paint: (_, colors) => colors.cyan },
      { title: 'SEVERITY', field: 'entry.severity', dropOrder: 2 },
      { title: 'TITLE', field: 'entry.title', flexible: true },
      { title: 'REF', field: 'entry.ref.id', dropOrder: 1 },
    ],
    empty: 'No event, error, trace or log record from warnings on names this session.',
  },
});

const forTrace = restCommand({
  words: ['replay', 'for-trace'],
  summary: 'Find the session recordings that show a trace, and why',
  operation: 'replay.for_trace',
  arguments: [{ name: 'trace-id', sends: 'trace_id', description: '32 hexadecimal digits' }],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/replay/matches.js')).printMatches(answer, page),
  },
});

const remove = restCommand({
  words: ['replay', 'delete'],
  summary: 'Delete a session recording',
  description:
    'Its key is destroyed first, so that nothing can read it from then on. Chunks that arrive later are refused.',
  operation: 'replay.delete',
  arguments: [SESSION],
  destructive: true,
  done: { deleted: true },
});

export const REPLAY: Family = {
  groups: { replay: 'Recordings of sessions in browsers' },
  commands: [list, get, snapshots, related, forTrace, remove],
};
