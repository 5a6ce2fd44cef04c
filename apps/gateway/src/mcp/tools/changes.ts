import type { JsonObject } from '@svc/contract';
import { nextAction } from '../result/next-actions.js';
import type { Window } from '../result/tool-answer.js';
import { WINDOW } from '../tool/arguments.js';
import { objectOf, pick, rowsOf } from '../tool/rows.js';
import { readWindow } from '../tool/time-window.js';
import { defineTool, PROJECT } from '../tool/tool.js';

const RELEASES = 100;

export const whatChanged = defineTool({
  name: 'what_changed',
  title: 'List what changed: releases and flags',
  description:
    'Returns what changed in the last day or another window: releases with the verdict on their errors, feature flags that were created or ' +
    'updated, and anomalies that began. Read it first when something broke.',
  scopes: ['releases:read'],
  input: { ...PROJECT, ...WINDOW },
  run: async (given, context) => {
    const window = readWindow(given, '1d', context.now);
    const { json } = await context.read('releases.list', { limit: RELEASES });
    const flags = await context.part('flags.list');
    const anomalies = await context.part('anomalies.list', { ...window, limit: 50 });
    const releases = rowsOf(json, 'releases').filter((row) =>
      isWithin(row['deployed_at'] ?? row['created_at'], window),
    );
    const changedFlags = rowsOf(flags?.json, 'flags').filter((row) => isWithin(row['updated_at'], window));
    const began = rowsOf(anomalies?.json, 'findings').filter((row) => isWithin(row['started_at'], window));
    return {
      summary: [
        `From ${window.start_time} to ${window.end_time}: ${releases.length} releases, ${changedFlags.length} changed flags, ` +
          `${began.length} anomalies began.`,
      ],
      window,
      sections: [
        {
          name: 'releases',
          source: 'releases',
          rows: releases.map(describeRelease),
          note:
            releases.length === 0
              ? 'No release was recorded in this window; one that is not recorded is not known.'
              : undefined,
        },
        {
          name: 'flags',
          source: 'feature flags',
          rows: changedFlags.map((row) =>
            pick(row, ['key', 'name', 'active', 'type', 'updated_at', 'created_at', 'version']),
          ),
        },
        {
          name: 'anomalies',
          source: 'anomalies',
          rows: began.map((row) =>
            pick(row, ['started_at', 'summary', 'signal', 'direction', 'severity', 'status', 'labels', 'id']),
          ),
        },
      ],
      omitted: context.omitted,
      next: [nextAction('listIssues'), nextAction('listAlerts')],
    };
  },
});

function describeRelease(row: JsonObject): JsonObject {
  const { verdict, reason } = objectOf(row, 'deploy');
  return {
    ...pick(row, [
      'release',
      'deployed_at',
      'created_at',
      'author',
      'commit',
      'new_issue_count',
      'regressed_issue_count',
    ]),
    ...(verdict !== undefined && { verdict }),
    ...(reason !== undefined && { verdict_reason: reason }),
  };
}

function isWithin(time: unknown, { start_time: start, end_time: end }: Window): boolean {
  const at = typeof time === 'string' ? Date.parse(time) : NaN;
  return at >= Date.parse(start) && at < Date.parse(end);
}
