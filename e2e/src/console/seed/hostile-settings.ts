import { NAME, ODD, WILD } from './hostile-texts.js';
import type { SeededProject } from './project.js';

/** Makes entries of the configuration, a code host, evaluations and a price with hostile texts in each place that takes them. */
export async function makeHostileSettings(project: SeededProject): Promise<void> {
  await project.put('/settings/config/hostile.text', { config_type: 'string', config_value: WILD });
  await project.put('/settings/config/hostile.json', { config_type: 'json', config_value: { [ODD]: WILD } });
  await project.put('/settings/codehost', { repo: 'acme/checkout', repo_root: ODD });
  await project.put('/evals/config', { judge_criteria: ODD, environments: [NAME] });
  const model = NAME.replaceAll(' ', '-');
  const rates = { input_cost_per_token: '0.000001', output_cost_per_token: '0.000002' };
  await project.put(`/llm/pricing/${encodeURIComponent(model)}`, { ...rates, provider: NAME });
}
