import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseRewrite, type Asking, type CatalogIndex, type ParsedQuestion } from '@svc/questions';
import { redactText } from '@svc/redaction';
import type { Call } from '@svc/rpc';
import { EvalConfigsRepository, ModelCalls, toSettings, type CallFailure } from '../../evaluations/index.js';
import { ModelProvider } from '../../provider/index.js';
import { toPrompt } from './prompt.js';
import { readRewrite } from './read-rewrite.js';

export interface Untranslated {
  readonly question: string;
  readonly index: CatalogIndex;
  readonly asking: Asking;
}

/** `used`: its rewrite is the question; `unusable`: its answer is none that may be used; `not_asked`: the cost is used up. */
export type TranslationOutcome = 'used' | 'unusable' | 'failed' | 'not_asked';

/** The attempt to have a model reword a question. */
export interface Translation {
  readonly model: string;
  readonly outcome: TranslationOutcome;
  /** The reworded question and what it means, if it is used. */
  readonly rewrite?: { readonly question: string; readonly parsed: ParsedQuestion } | undefined;
  /** Units of 10^-12 US dollars; undefined if it is not known or no call was made. */
  readonly cost?: bigint | undefined;
}

const TIMEOUT_MS = 10_000;
const UNUSABLE: CallFailure = {
  type: 'invalid_rewrite',
  message:
    'The answer is not a question that rules understand, or differs from the question in what they had understood.',
  isTransient: false,
  isFree: false,
};

/** Has the model of a project reword questions that rules do not understand. Rules read the rewrite, so the model writes no queries. */
@Injectable()
export class Translator {
  constructor(
    private readonly provider: ModelProvider,
    private readonly configs: EvalConfigsRepository,
    private readonly calls: ModelCalls,
  ) {}

  /**
   * Asks the model once. A question with personal data or credentials is not sent.
   *
   * @returns undefined if the project or the deployment has no model for questions, or the question is not sent.
   */
  async translate(untranslated: Untranslated, { project, signal }: Call): Promise<Translation | undefined> {
    const { question, index } = untranslated;
    if (!this.provider.isConfigured || redactText(question) !== question) return undefined;
    const { questionModel: model, maxDailyCost } = toSettings(await this.configs.find(project.id));
    if (model === '') return undefined;
    const end = await this.calls.make(
      {
        project,
        model,
        messages: toPrompt(question, index, `---- ${randomBytes(12).toString('hex')} ----`),
        maxDailyCost,
        charged: { projectId: project.id, runId: '', state: '' },
        name: 'reword a question',
        environment: '',
        timeoutMs: TIMEOUT_MS,
        fence: () => Promise.resolve(),
        read: ({ text }) => Promise.resolve(toRewrite(text, untranslated)),
        invalid: UNUSABLE,
      },
      signal,
    );
    if (!end) return { model, outcome: 'not_asked' };
    const { result: rewrite, failure, cost } = end;
    const outcome = rewrite ? 'used' : failure === UNUSABLE ? 'unusable' : 'failed';
    return { model, outcome, rewrite, cost };
  }
}

function toRewrite(text: string, { question: asked, index, asking }: Untranslated): Translation['rewrite'] {
  const question = readRewrite(text);
  const parsed = question === undefined ? undefined : parseRewrite(asked, question, index, asking);
  return question !== undefined && parsed ? { question, parsed } : undefined;
}
