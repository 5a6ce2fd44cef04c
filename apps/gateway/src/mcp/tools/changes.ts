import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt';
import type { AnomaliesListResponse, FlagsListResponse, JsonObject } from '@svc/contract';
import { nextAction } from '../result/next-actions.js';
import type { Window } from '../result/tool-answer.js';
import { WINDOW } from '../tool/arguments.js';
import { listReleases } from '../tool/releases-in-window.js';
import { objectOf, pick, rowsOf } from '../tool/rows.js';
import { isWithin, readWindow } from '../tool/time-window.js';
import { countRows, readCursor, type ToolContext } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

/** Releases whose verdict is read, each with a call of its own. */
const VERDICTS = 5;
const MORE_VERDICTS = `Only the first ${VERDICTS} have a verdict; the operation releases.get has that of each.`;
/** Anomalies that lasted in the window, of which those that began in it are shown. */
const ANOMALIES = 200;

export const whatChanged = defineTool({
  name: 'what_changed',
  title: 'List what changed: releases and flags',
  description:
    'Returns what changed in the last day or another window: releases (the first five with the verdict on their errors), feature flags that were created or ' +
    'updated, and anomalies that began. Read it first when something broke.',
  scopes: ['releases:read'],
  input: { ...PROJECT, ...WINDOW },
  run: async (given, context) => {
    const window = readWindow(given, '1d', context.now);
    const { rows: releases, note } = await listReleases(window, context);
    const described = await describeReleases(releases, context);
    const flags = await context.part<FlagsListResponse>('flags.list', {}, (answer) => ({
      ...answer,
      flags: answer.flags.filter(({ updatedAt }) => isInWindow(updatedAt, window)),
    }));
    const anomalies = await context.part<AnomaliesListResponse>(
      'anomalies.list',
      { ...window, limit: ANOMALIES },
      (answer) => ({
        ...answer,
        findings: answer.findings.filter(({ startedAt }) => isInWindow(startedAt, window)),
      }),
    );
    const hasMore = anomalies !== undefined && readCursor(anomalies.json) !== undefined;
    return {
      summary: [
        `From ${window.start_time} to ${window.end_time}: ${releases.length} releases, ${flags?.counts['flags'] ?? 0} changed flags, ` +
          `${countRows(anomalies, 'findings')} anomalies began.`,
      ],
      window,
      sections: [
        {
          name: 'releases',
          source: 'releases',
          rows: described,
          note: [note, releases.length > VERDICTS ? MORE_VERDICTS : undefined].filter(Boolean).join(' ') || undefined,
        },
        {
          name: 'flags',
          source: 'feature flags',
          total: flags?.counts['flags'],
          rows: rowsOf(flags?.json, 'flags').map((row) =>
            pick(row, ['key', 'name', 'active', 'type', 'updated_at', 'created_at', 'version']),
          ),
        },
        {
          name: 'anomalies',
          source: 'anomalies',
          note: hasMore ? `Only the first ${ANOMALIES} anomalies that lasted in the window were looked at.` : undefined,
          rows: rowsOf(anomalies?.json, 'findings').map((row) =>
            pick(row, ['started_at', 'summary', 'signal', 'direction', 'severity', 'status', 'labels', 'id']),
          ),
        },
      ],
      next: [nextAction('listIssues'), nextAction('listAlerts')],
    };
  },
});

/** The releases, the first ones with the verdict on their deploy, which a list of releases does not have. */
async function describeReleases(releases: readonly JsonObject[], context: ToolContext): Promise<JsonObject[]> {
  const described: JsonObject[] = [];
  for (const [index, row] of releases.entries()) {
    const name = row['release'];
    const whole = index < VERDICTS ? await context.part('releases.get', { release: name }) : undefined;
    described.push(describeRelease(row, objectOf(whole?.json, 'deploy')));
  }
  return described;
}

function describeRelease(row: JsonObject, { verdict, reason }: JsonObject): JsonObject {
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

function isInWindow(time: Timestamp | undefined, window: Window): boolean {
  return time !== undefined && isWithin(timestampDate(time).getTime(), window);
}
