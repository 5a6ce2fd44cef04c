import type { JsonObject } from '@svc/contract';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import type { Section } from '../result/tool-answer.js';
import { numberOf, objectOf, pick, rowsOf, wordOf } from '../tool/rows.js';
import type { Parameters } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

/** Events of an issue that are offered to choose from. */
const EVENTS = 10;
const SEARCHED = 100;
const DAY_MS = 86_400_000;
/** Frames of an exception that are shown: those of the application, and the innermost others. */
const FRAMES = 30;

export const getIssue = defineTool({
  name: 'get_issue',
  title: 'Get an issue with its stack and impact',
  description:
    'Explains one issue: its state with the reason, the stack of its latest event (frames of the application first), releases and ' +
    'environments, recent events, and recordings of sessions. Set event_id to see another of its recent events, which ' +
    'has no stack unless it is the latest.',
  scopes: ['issues:read'],
  input: {
    ...PROJECT,
    issue_id: z.string().min(8).max(64).describe('ID of the issue, or its first eight or more characters.'),
    event_id: z.string().max(64).optional().describe('ID of one of the recent events.'),
  },
  run: async ({ issue_id, event_id: eventId }, context) => {
    const { json: issue } = await context.read('issues.get', { issue_id });
    const id = typeof issue['id'] === 'string' ? issue['id'] : issue_id;
    const latest = objectOf(issue, 'latest_event');
    const recent = await context.part('errors.search', { ...searchOf(issue), limit: SEARCHED });
    const events = rowsOf(recent?.json, 'errors').filter((event) => event['issue_id'] === id);
    const chosen =
      eventId === undefined || eventId === latest['id'] ? latest : events.find((event) => event['id'] === eventId);
    return {
      summary: [
        `The issue has ${numberOf(issue, 'total_events')} events of ${numberOf(issue, 'total_users')} persons, and is ` +
          `${wordOf(issue, 'status')}.`,
        ...(chosen ? [] : ['The event is not among the recent events of the issue, so there is no stack.']),
      ],
      sections: [
        {
          name: 'issue',
          source: 'issues, which contain texts of errors',
          rows: [
            pick(issue, [
              ...['id', 'title', 'type', 'culprit', 'level', 'platform', 'status', 'reason', 'first_seen', 'last_seen'],
              ...[
                'first_release',
                'last_release',
                'regressed_release',
                'is_regression',
                'is_escalating',
                'assignee_id',
                'version',
              ],
            ]),
          ],
        },
        ...(chosen ? [describeEvent(chosen, chosen === latest), ...listStacks(chosen)] : []),
        { name: 'places', source: 'errors', rows: rowsOf(issue, 'places') },
        {
          name: 'recent_events',
          source: 'errors',
          total: events.length,
          rows: events
            .slice(0, EVENTS)
            .map((row) =>
              pick(row, ['id', 'timestamp', 'message', 'release', 'environment', 'trace_id', 'distinct_id']),
            ),
        },
        {
          name: 'recordings',
          source: 'session recordings',
          rows: rowsOf(issue, 'recordings').map((row) =>
            pick(row, ['session_id', 'distinct_id', 'started_at', 'offset_ms']),
          ),
        },
      ],
      next: [nextAction('readTrace', chosen?.['trace_id']), nextAction('readAffected', id), nextAction('readChanges')],
    };
  },
});

/**
 * A search that has the events of the issue in the day before its last one among its results. The search language has no field for issues,
 * so it is narrowed by the type where that is a plain word.
 */
function searchOf({ type, last_seen: lastSeen }: JsonObject): Parameters {
  const q = typeof type === 'string' && /^[\w.$]+$/.test(type) ? { q: `type:${type}` } : {};
  const lastMs = typeof lastSeen === 'string' ? Date.parse(lastSeen) : NaN;
  if (Number.isNaN(lastMs)) return q;
  return {
    ...q,
    start_time: new Date(lastMs - DAY_MS).toISOString(),
    end_time: new Date(lastMs + 1_000).toISOString(),
  };
}

function describeEvent(event: JsonObject, isLatest: boolean): Section {
  return {
    name: 'event',
    source: 'errors',
    note: isLatest ? undefined : 'Only the latest event is shown with its stack: leave out event_id to see it.',
    rows: [
      pick(event, [
        ...[
          'id',
          'timestamp',
          'type',
          'message',
          'handled',
          'mechanism',
          'service_name',
          'environment',
          'release',
          'trace_id',
        ],
        ...['session_id', 'distinct_id', 'attributes'],
      ]),
    ],
  };
}

/** A stack for each exception of a chain, the one that was caught first. */
function listStacks(event: JsonObject): Section[] {
  return rowsOf(event, 'exceptions').map((exception, index) => {
    const frames = rowsOf(exception, 'frames');
    const own = frames.filter((frame) => frame['in_app'] === true);
    const others = frames.filter((frame) => frame['in_app'] !== true);
    return {
      name: index === 0 ? 'stack' : `stack_of_cause_${index}`,
      source: 'stacks of errors',
      total: frames.length,
      rows: [...own, ...others]
        .slice(0, FRAMES)
        .map((frame) => pick(frame, ['in_app', 'function', 'file', 'line', 'module', 'raw'])),
      note:
        own.length > 0
          ? `Frames of the application first; ${frames.length} frames in all.`
          : 'No frame is of the application.',
    };
  });
}
