import { formatCost } from '../../time/amounts.js';
import { toEnvironments, type EvalDraft } from './eval-draft.js';
import { METRICS } from './metrics.js';

/** Says what a configuration does, one sentence for each part, and what is sent to a provider of models. */
export function describeEvals(draft: EvalDraft): readonly string[] {
  const metrics = METRICS.filter(({ name }) => draft[name]);
  const names = toEnvironments(draft);
  const runs = names.length === 0 ? 'Runs of all environments' : `Runs of ${names.join(', ')}`;
  const judge = draft.judge.trim();
  const models = [judge, draft.questions.trim(), draft.investigations.trim()].filter((model) => model !== '');
  return [
    metrics.length === 0 && judge === ''
      ? 'No run is evaluated.'
      : `${runs} that end or change from now on are evaluated ${draft.delay.trim()} s later. Existing scores stay.`,
    ...(judge === ''
      ? []
      : [
          `${judge} judges ${draft.share.trim()}% of them. It gets their prompts and answers without personal data and credentials that were found.`,
        ]),
    ...(draft.questions.trim() === ''
      ? []
      : [
          `${draft.questions.trim()} gets questions that rules do not understand, with names of the project such as those of services and events.`,
        ]),
    ...(draft.investigations.trim() === ''
      ? []
      : [
          `${draft.investigations.trim()} gets the evidence of investigations, and orders and words what they conclude.`,
        ]),
    models.length === 0
      ? 'Nothing is sent to a model.'
      : `Together they cost at most ${formatCost(draft.dailyCost.trim())} in a day of UTC; beyond it they are not asked.`,
  ];
}
