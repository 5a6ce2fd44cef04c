import { restCommand, type Argument, type Family } from '../../command/command.js';
import { EXPECTED_VERSION, IDEMPOTENCY_KEY } from '../../command/common-flags.js';
import { confirmation } from '../../print/confirmation.js';
import { INCIDENT_COLUMNS } from '../../print/views/response/incident-list.js';
import { watch } from './incidents-watch.js';

const INCIDENT_ID: Argument<'incident_id'> = {
  name: 'incident-id',
  sends: 'incident_id',
  description: 'ID of the incident',
};
const STATE = { facts: ['status', 'version'] };
const LINK_TYPES = ['alert', 'error_group', 'anomaly'];
const VERSIONED = [EXPECTED_VERSION, IDEMPOTENCY_KEY] as const;

const list = restCommand({
  words: ['incidents', 'list'],
  summary: 'List incidents, the latest first',
  operation: 'incidents.list',
  flags: [
    {
      name: 'status',
      kind: 'string',
      choices: ['open', 'acknowledged', 'resolved'],
      sends: 'status',
      description: 'open, acknowledged or resolved; all by default',
    },
  ],
  view: { kind: 'table', rows: 'incidents', columns: INCIDENT_COLUMNS, empty: 'No incidents.' },
});

const create = restCommand({
  words: ['incidents', 'create'],
  summary: 'Create an incident',
  examples: [
    'svc incidents create "Checkout is down" --severity 1 --link-type error_group --link-ref <issue-id>',
    'svc incidents create "Checkout is down" --escalation-policy <policy-id>',
  ],
  operation: 'incidents.create',
  arguments: [{ name: 'title', sends: 'title', description: 'title of the incident' }],
  flags: [
    { name: 'description', kind: 'string', sends: 'description', description: 'what is known about it' },
    {
      name: 'escalation-policy',
      kind: 'string',
      sends: 'escalation_policy_id',
      description: 'ID of the escalation policy by which it pages people',
    },
    { name: 'link-ref', kind: 'string', sends: 'links.ref', description: 'ID of what the incident is about' },
    {
      name: 'link-type',
      kind: 'string',
      choices: LINK_TYPES,
      sends: 'links.type',
      description: 'what --link-ref names: alert, error_group (an issue) or anomaly',
    },
    {
      name: 'severity',
      kind: 'int',
      default: 0,
      min: 1,
      max: 4,
      sends: 'severity',
      description: '1 (highest) to 4, default 3',
    },
  ],
  together: ['link-ref', 'link-type'],
  listOfOne: 'links',
  view: confirmation({
    said: 'Created {number}: {title}',
    facts: ['id', 'severity', 'version'],
    next: 'svc incidents view {id}',
  }),
});

const view = restCommand({
  words: ['incidents', 'view'],
  summary: 'Show the case file of an incident: links, impact, deploys, timeline and the version to pass on',
  operation: 'incidents.get',
  arguments: [INCIDENT_ID],
  complete: async (incident, context) => (await import('../../watch/responder-names.js')).withNames(incident, context),
  view: {
    kind: 'text',
    print: async (incident, page) =>
      (await import('../../print/views/response/incident.js')).printIncident(incident, page),
  },
});

const update = restCommand({
  words: ['incidents', 'update'],
  summary: 'Update an incident; absent fields keep their values',
  operation: 'incidents.update',
  arguments: [INCIDENT_ID],
  body: 'any of title, description, severity, expected_version',
  view: confirmation({ said: 'Updated {number}', ...STATE }),
});

const remove = restCommand({
  words: ['incidents', 'delete'],
  summary: 'Delete a resolved incident',
  description: 'Owners and admins can delete an incident in any status.',
  operation: 'incidents.delete',
  arguments: [INCIDENT_ID],
  destructive: true,
  done: { deleted: true },
});

const acknowledge = restCommand({
  words: ['incidents', 'acknowledge'],
  aliases: ['ack'],
  summary: 'Acknowledge an open incident',
  operation: 'incidents.acknowledge',
  arguments: [INCIDENT_ID],
  flags: [...VERSIONED],
  view: confirmation({ said: 'Acknowledged {number}', ...STATE }),
});

const resolve = restCommand({
  words: ['incidents', 'resolve'],
  summary: 'Resolve an open or acknowledged incident',
  operation: 'incidents.resolve',
  arguments: [INCIDENT_ID],
  flags: [...VERSIONED],
  view: confirmation({ said: 'Resolved {number}', ...STATE }),
});

const reopen = restCommand({
  words: ['incidents', 'reopen'],
  summary: 'Open an acknowledged or resolved incident again',
  operation: 'incidents.reopen',
  arguments: [INCIDENT_ID],
  flags: [...VERSIONED],
  view: confirmation({ said: 'Reopened {number}', ...STATE }),
});

const comment = restCommand({
  words: ['incidents', 'comment'],
  summary: 'Add a comment to the timeline of an incident',
  operation: 'incidents.comment',
  arguments: [INCIDENT_ID, { name: 'text', sends: 'text', description: 'the comment' }],
  flags: [...VERSIONED],
  view: confirmation({ said: 'Commented on {number}', ...STATE }),
});

const link = restCommand({
  words: ['incidents', 'link'],
  summary: 'Link an incident to an alert, an issue or an anomaly',
  operation: 'incidents.link',
  arguments: [INCIDENT_ID],
  flags: [
    { name: 'ref', kind: 'string', required: true, sends: 'ref', description: 'ID of what to link' },
    {
      name: 'type',
      kind: 'string',
      required: true,
      choices: LINK_TYPES,
      sends: 'type',
      description: 'alert, error_group (an issue) or anomaly',
    },
  ],
  view: confirmation({ said: 'Linked {number}', ...STATE, next: 'svc incidents view {id}' }),
});

const unlink = restCommand({
  words: ['incidents', 'unlink'],
  summary: 'Remove a link of an incident',
  operation: 'incidents.unlink',
  arguments: [INCIDENT_ID, { name: 'link-id', sends: 'link_id', description: 'ID of the link' }],
  destructive: true,
  view: confirmation({ said: 'Removed the link of {number}', ...STATE }),
});

export const INCIDENTS: Family = {
  groups: { incidents: 'Incidents: disruptions that responders work on together' },
  commands: [list, create, view, update, remove, acknowledge, resolve, reopen, comment, link, unlink, watch],
};
