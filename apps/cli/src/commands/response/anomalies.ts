import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ANOMALY_COLUMNS } from '../../print/views/response/anomaly-list.js';

const FINDING_ID: Argument<'finding_id'> = {
  name: 'finding-id',
  sends: 'finding_id',
  description: 'ID of the finding',
};

const list = restCommand({
  words: ['anomalies', 'list'],
  summary: 'List anomaly findings, the latest first',
  description: 'A finding is a series that deviates from what is usual at this time of the week.',
  examples: ['svc anomalies list --status open', 'svc anomalies list --severity critical --since 24h'],
  operation: 'anomalies.list',
  flags: [
    { name: 'limit', kind: 'int', default: 0, min: 1, sends: 'limit', description: 'page size: 1 to 500, default 50' },
    {
      name: 'severity',
      kind: 'string',
      choices: ['info', 'warning', 'critical'],
      sends: 'severity',
      description: 'info, warning or critical; all by default',
    },
    {
      name: 'signal',
      kind: 'string',
      sends: 'signal',
      description: 'logs, traces, errors, metrics or events; all by default',
    },
    {
      name: 'since',
      kind: 'string',
      format: 'bound',
      sends: 'start_time',
      description:
        'only findings that were not resolved before: a duration back from now (30m, 6h, 7d) or an RFC 3339 timestamp; of any age by default',
    },
    {
      name: 'status',
      kind: 'string',
      choices: ['open', 'acknowledged', 'resolved'],
      sends: 'status',
      description: 'open, acknowledged or resolved; all by default',
    },
    {
      name: 'until',
      kind: 'string',
      format: 'bound',
      sends: 'end_time',
      description: 'only findings that began before, as --since; now by default',
    },
  ],
  view: { kind: 'table', rows: 'findings', columns: ANOMALY_COLUMNS, empty: 'No anomalies.' },
});

const get = restCommand({
  words: ['anomalies', 'get'],
  summary: 'Show a finding: what deviates, in which attributes, and what changed near it',
  operation: 'anomalies.get',
  arguments: [FINDING_ID],
  view: {
    kind: 'text',
    print: async (finding, page) => (await import('../../print/views/response/anomaly.js')).printAnomaly(finding, page),
  },
});

const acknowledge = restCommand({
  words: ['anomalies', 'ack'],
  summary: 'Acknowledge an open finding',
  operation: 'anomalies.acknowledge',
  arguments: [FINDING_ID],
  view: confirmation({ said: 'Acknowledged: {summary}', facts: ['status', 'version'] }),
});

const resolve = restCommand({
  words: ['anomalies', 'resolve'],
  summary: 'Resolve an open or acknowledged finding',
  operation: 'anomalies.resolve',
  arguments: [FINDING_ID],
  view: confirmation({ said: 'Resolved: {summary}', facts: ['status', 'version'] }),
});

const remove = restCommand({
  words: ['anomalies', 'delete'],
  summary: 'Permanently delete a finding',
  operation: 'anomalies.delete',
  arguments: [FINDING_ID],
  destructive: true,
  done: { deleted: true },
});

export const ANOMALIES: Family = {
  groups: { anomalies: 'Anomalies: series that deviate from what is usual' },
  commands: [list, get, acknowledge, resolve, remove],
};
