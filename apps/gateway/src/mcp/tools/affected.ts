import type { JsonObject } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import type { Section, ToolAnswer } from '../result/tool-answer.js';
import { pageOf } from '../tool/arguments.js';
import { numberOf, objectOf, pick, rowsOf } from '../tool/rows.js';
import type { ToolContext } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

/** Issues of an incident whose persons are listed. */
const ISSUES = 5;
const PERSONS_OF_EACH = 20;

export const whoIsAffected = defineTool({
  name: 'who_is_affected',
  title: 'List who is affected by an issue or an incident',
  description:
    'Returns the persons and accounts (companies) that an issue affected, with their numbers of errors. Name either an issue or an ' +
    'incident; for an incident, the persons of its linked issues.',
  scopes: ['errors:read'],
  input: {
    ...PROJECT,
    issue_id: z.string().min(8).max(64).optional(),
    incident_id: z.string().min(1).max(64).optional().describe('ID or number, e.g. INC-12.'),
    ...pageOf(30),
  },
  run: async ({ issue_id, incident_id, limit, cursor }, context) => {
    if ((issue_id === undefined) === (incident_id === undefined))
      throw invalidField('issue_id', 'and incident_id: exactly one of them is required');
    if (issue_id !== undefined) return readIssue(issue_id, { limit, cursor }, context);
    if (cursor !== undefined) throw invalidField('cursor', 'continues the persons of an issue, so it needs issue_id');
    return readIncident(incident_id ?? '', context);
  },
});

async function readIssue(
  issueId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
  context: ToolContext,
): Promise<ToolAnswer> {
  const parameters = { group_id: await resolveIssue(issueId, context), cursor };
  const answer = await context.read('errors.affected', { ...parameters, limit });
  const { json } = answer;
  return {
    summary: [`The issue affected ${countPersons(json)}.`],
    sections: [
      { ...listPersons(json), page: context.page('errors.affected', parameters, answer, 'affected') },
      listAccounts(json),
    ],
    next: [nextAction('readIssue', issueId), nextAction('readChanges')],
  };
}

/** The operation knows groups of errors by their whole IDs; issues may be named by the beginning of theirs. */
async function resolveIssue(issueId: string, context: ToolContext): Promise<string> {
  if (issueId.length >= 36 || !context.has('issues:read')) return issueId;
  const { json } = await context.read('issues.get', { issue_id: issueId });
  return typeof json['id'] === 'string' ? json['id'] : issueId;
}

async function readIncident(incidentId: string, context: ToolContext): Promise<ToolAnswer> {
  const { json: incident } = await context.read('incidents.get', { incident_id: incidentId });
  const issues = rowsOf(objectOf(incident, 'issues'), 'items');
  const sections: Section[] = [];
  for (const [index, issue] of issues.slice(0, ISSUES).entries()) {
    const answer = await context.part('errors.affected', { group_id: issue['id'], limit: PERSONS_OF_EACH });
    if (answer) sections.push({ ...listPersons(answer.json), name: `persons_of_issue_${index + 1}` });
  }
  const columns = ['id', 'title', 'status', 'events', 'affected_persons', 'affected_accounts'];
  return {
    summary: [
      `The incident has ${issues.length} linked issues, of which the first ${sections.length} are listed with their persons.`,
    ],
    sections: [
      {
        name: 'issues',
        source: 'issues, which contain texts of errors',
        rows: issues.map((row) => pick(row, columns)),
        note:
          issues.length === 0 ? 'No issue is linked to the incident, so nobody is known to be affected.' : undefined,
      },
      ...sections,
    ],
    next: [nextAction('readIssue', issues[0]?.['id']), nextAction('readChanges')],
  };
}

function listPersons(json: JsonObject): Section {
  const rows = rowsOf(json, 'affected').map((row) =>
    pick(row, ['person_id', 'distinct_id', 'count', 'first_seen', 'last_seen']),
  );
  return { name: 'persons', source: 'persons', rows, total: numberOf(json, 'person_count') };
}

function listAccounts(json: JsonObject): Section {
  const rows = rowsOf(json, 'accounts').map((row) => pick(row, ['group_type', 'group_key', 'count', 'last_seen']));
  const note = json['accounts_truncated'] === true ? 'More accounts are affected than are listed.' : undefined;
  return { name: 'accounts', source: 'accounts', rows, note };
}

function countPersons(json: JsonObject): string {
  return `${numberOf(json, 'person_count')} persons; ${numberOf(json, 'anonymous_count')} events are of nobody known`;
}
