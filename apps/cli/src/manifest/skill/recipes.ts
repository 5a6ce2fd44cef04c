/** A command line of a recipe, with placeholders in angle brackets, and what it is for. */
export type Step = readonly [run: string, says: string];

export interface Recipe {
  readonly title: string;
  readonly steps: readonly Step[];
}

/**
 * Ways through the commands for the questions that agents are asked most, which only read. Rendering fails for a command or flag that
 * does not exist.
 */
export const RECIPES: readonly Recipe[] = [
  {
    title: 'Why did a request fail?',
    steps: [
      ['svc services list', 'error rates: which service is it?'],
      [
        'svc traces search --service <service> --sort-by error_count --since 1h',
        'traces with the most failed spans first; `--sort-by duration` for slow ones',
      ],
      [
        'svc traces get <trace-id>',
        'all spans. Start with the deepest failed span: its callers only pass the failure on',
      ],
      ['svc traces critical-path <trace-id>', 'what the time was spent on'],
      ['svc search correlate <trace-id>', 'logs, errors, metrics, AI runs and recordings of the same trace'],
    ],
  },
  {
    title: 'What do the logs say?',
    steps: [
      [
        `svc logs query -q 'level:error AND "timeout"' --service <service> --since 1h`,
        'records; words, "phrases", field:value, AND, OR, NOT',
      ],
      [
        'svc logs patterns --service <service> --level error',
        'groups similar records: read this before thousands of lines',
      ],
      ['svc logs fields', 'the fields that a query can name'],
      ['svc logs context --log-id <log-id>', 'the records before and after one'],
    ],
  },
  {
    title: 'Which issue is it, and who is affected?',
    steps: [
      [
        'svc issues list --since 24h',
        'groups of equal errors. `status` `new` began lately; `ongoing` with `is_regression` came back after it was resolved, with `is_escalating` it grows',
      ],
      [
        'svc issues view <issue-id>',
        'latest stack and its `trace_id` in `latest_event`, impact, the version that a change has to name',
      ],
      ['svc issues affected <issue-id>', 'persons and accounts'],
      ['svc issues releases <issue-id>', 'the release in which it began'],
      ['svc persons timeline <distinct-id>', 'everything that one person did and met, newest first'],
      ['svc replay for-trace <trace-id>', 'recordings of the session that sent the request'],
    ],
  },
  {
    title: 'What changed?',
    steps: [
      ['svc releases list', 'deployments, with the new issues of each'],
      ['svc flags list', 'feature flags; `svc flags get <flag-key>` shows the rules of one'],
      ['svc anomalies list --since 24h', 'series that deviate from what is usual'],
      ['svc services red <service> --since 6h', 'when rate, errors or duration turned: compare with the times above'],
    ],
  },
  {
    title: 'What does a customer get?',
    steps: [
      ['svc flags decide <distinct-id>', 'the value of every flag for a person, with the reason'],
      ['svc persons get <distinct-id>', 'properties, all distinct IDs'],
      ['svc events trends <event> --since <time> --until <time>', 'how often an event happened'],
    ],
  },
  {
    title: 'What did an AI agent do?',
    steps: [
      ['svc agent-runs list --errors-only --since 24h', 'runs that failed, timed out or reached a limit'],
      ['svc agent-runs get <run-id>', 'calls of models and tools, with tokens and cost'],
      ['svc llm summary --since 7d', 'cost by model'],
    ],
  },
  {
    title: 'Is there an incident?',
    steps: [
      [
        'svc alerts list',
        'all but resolved ones. `state` `firing` and `acknowledged` are wrong now; `silenced` is muted, `pending` not yet certain',
      ],
      [
        'svc incidents list',
        '`status` `open` and `acknowledged` go on; `resolved` ones may explain what happened before',
      ],
      ['svc incidents view <incident-id>', 'case file: links, impact, deployments, timeline'],
    ],
  },
];

/** Unlike the others, creates a job and a file. */
export const EXPORT_RECIPE: Recipe = {
  title: 'More rows than pages should carry',
  steps: [
    [
      `svc export logs --json '{"format":"csv","service_name":"<service>","level":"error"}'`,
      'begins a job; the answer has its ID',
    ],
    ['svc export jobs watch <job-id>', 'waits for it'],
    ['svc export jobs download <job-id> --file <path>', 'never overwrites a file'],
  ],
};
