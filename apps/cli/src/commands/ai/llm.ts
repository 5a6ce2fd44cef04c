import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { perMillion } from '../../print/layout/per-million.js';

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

export const LLM: Family = {
  groups: { llm: 'Language models: prices', 'llm pricing': 'Prices of language models' },
  commands: [list, set, remove],
};
