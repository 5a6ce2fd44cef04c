import { restCommand, type Argument, type Family } from '../../command/command.js';
import { windowFlags } from '../../command/common-flags.js';
import { confirmation } from '../../print/confirmation.js';
import { dollars } from '../../print/layout/dollars.js';
import { perMillion } from '../../print/layout/per-million.js';
import { wholeNumber } from '../../print/layout/units.js';

const MODEL: Argument<'model'> = {
  name: 'model',
  sends: 'model',
  description: 'name of the model as calls report it, or its beginning and *',
};

const list = restCommand({
  words: ['llm', 'pricing', 'list'],
  summary: 'List prices of language models, the overrides of the project first',
  description: 'Prices are US dollars for a million tokens.',
  operation: 'llm.pricing_list',
  view: {
    kind: 'table',
    rows: 'prices',
    columns: [
      { title: 'SOURCE', field: 'source', paint: (_, colors) => colors.dim },
      { title: 'PROVIDER', field: 'provider', dropOrder: 2 },
      { title: 'MODEL', field: 'model', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'INPUT', field: 'input_cost_per_token', align: 'right', format: perMillion },
      { title: 'CACHED', field: 'cache_read_cost_per_token', align: 'right', dropOrder: 1, format: perMillion },
      { title: 'OUTPUT', field: 'output_cost_per_token', align: 'right', format: perMillion },
      { title: 'PERIOD', field: 'period', dropOrder: 3, paint: (_, colors) => colors.dim },
    ],
    empty: 'No prices.',
  },
});

const set = restCommand({
  words: ['llm', 'pricing', 'set'],
  summary: 'Set the price of a model for this project',
  description:
    'Stored costs do not change. The body can also name a provider, rates of the cache, tiers, and effective_from.',
  examples: [
    `svc llm pricing set acme/large --json '{"input_cost_per_token":1.5e-7,"output_cost_per_token":"0.0000006"}'`,
    `svc llm pricing set 'acme/*' --json '{"provider":"vllm","input_cost_per_token":0,"output_cost_per_token":0}'`,
  ],
  operation: 'llm.pricing_set',
  arguments: [MODEL],
  body: 'input_cost_per_token, output_cost_per_token',
  view: confirmation({ said: 'Set the price of {model}' }),
});

const remove = restCommand({
  words: ['llm', 'pricing', 'delete'],
  summary: 'End the price that this project has set for a model and all providers',
  operation: 'llm.pricing_delete',
  arguments: [MODEL],
  destructive: true,
  done: { deleted: true },
});

const summary = restCommand({
  words: ['llm', 'summary'],
  summary: 'Summarize calls of language models: cost, tokens, latency and errors',
  description:
    'A terminal shows a bar for each model, as long as its share of the largest cost, and the models whose price is not known. The JSON ' +
    'contains what each cost consists of.',
  examples: ['svc llm summary', 'svc llm summary --since 30d -o json'],
  operation: 'llm.summary',
  flags: windowFlags('7d'),
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/ai/llm-summary.js')).printLlmSummary(answer, page),
  },
});

const series = restCommand({
  words: ['llm', 'series'],
  summary: 'Show calls of language models and their cost over time',
  examples: ['svc llm series --interval 1d --since 30d'],
  operation: 'llm.series',
  flags: [
    {
      name: 'interval',
      kind: 'string',
      choices: ['1h', '6h', '1d'],
      default: '1h',
      sends: 'interval',
      description: 'width of a bucket',
    },
    ...windowFlags('7d'),
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/ai/llm-series.js')).printLlmSeries(answer, page),
  },
});

const topPersons = restCommand({
  words: ['llm', 'top-persons'],
  summary: 'List the persons whose agent runs cost most',
  description: 'The JSON also contains the runs without a person.',
  operation: 'llm.top_persons',
  flags: [
    { name: 'limit', kind: 'int', default: 0, min: 1, sends: 'limit', description: 'number of persons, default 20' },
    ...windowFlags('7d'),
  ],
  view: {
    kind: 'table',
    rows: 'persons',
    columns: [
      { title: 'PERSON', field: 'distinct_id', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'RUNS', field: 'figures.runs', dropOrder: 3, format: wholeNumber, align: 'right' },
      { title: 'CALLS', field: 'figures.calls', dropOrder: 4, format: wholeNumber, align: 'right' },
      { title: 'TOKENS IN', field: 'figures.input_tokens', dropOrder: 1, format: wholeNumber, align: 'right' },
      { title: 'OUT', field: 'figures.output_tokens', dropOrder: 2, format: wholeNumber, align: 'right' },
      { title: 'COST', field: 'figures.cost', format: dollars, align: 'right' },
    ],
    empty: 'No agent runs of persons in this window.',
  },
});

export const LLM: Family = {
  groups: { llm: 'Language models: cost, usage and prices', 'llm pricing': 'Prices of language models' },
  commands: [summary, series, topPersons, list, set, remove],
};
