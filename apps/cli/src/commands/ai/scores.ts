import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { toSecond } from '../../print/layout/units.js';

const RUN_ID: Argument<'run_id'> = { name: 'run-id', sends: 'run_id', description: 'ID of the run' };

const list = restCommand({
  words: ['scores', 'list'],
  summary: 'List the scores of an agent run, the latest first',
  operation: 'scores.list',
  arguments: [RUN_ID],
  view: {
    kind: 'table',
    rows: 'scores',
    columns: [
      { title: 'NAME', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'LABEL', field: 'label' },
      { title: 'VALUE', field: 'value', align: 'right' },
      { title: 'SOURCE', field: 'source', dropOrder: 2 },
      { title: 'CURRENT', field: 'is_current', dropOrder: 3 },
      { title: 'ADDED', field: 'created_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'COMMENT', field: 'comment', flexible: true },
    ],
    empty: 'No scores. Add one with `svc scores add <run-id> --label good`.',
  },
});

const add = restCommand({
  words: ['scores', 'add'],
  summary: 'Score an agent run; repeating it is safe',
  description: 'An author who scores again adds a score; the earlier one stays in the list and is no longer current.',
  examples: ['svc scores add <run-id> --name correctness --label bad --value 0.2 --comment "Booked the wrong day"'],
  operation: 'scores.add',
  arguments: [RUN_ID],
  flags: [
    { name: 'comment', kind: 'string', sends: 'comment', description: 'reason for the verdict' },
    { name: 'label', kind: 'string', sends: 'label', required: true, description: 'verdict in a word, such as good' },
    { name: 'name', kind: 'string', sends: 'name', description: 'quality that is judged; quality by default' },
    { name: 'value', kind: 'float64', sends: 'value', description: 'verdict as a number' },
  ],
  view: confirmation({ said: 'Scored the run {run_id}: {name} {label}', next: 'svc scores list {run_id}' }),
});

export const SCORES: Family = {
  groups: { scores: 'Judgements of agent runs by people and by programs' },
  commands: [list, add],
};
