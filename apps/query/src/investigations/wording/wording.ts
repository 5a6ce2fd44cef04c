import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { findProject } from '@svc/directory';
import { COST_DECIMALS, formatMoney, inputTokens, outputTokens } from '@svc/gen-ai';
import type { Conclusion, Evidence } from '@svc/investigations';
import { readJson, type Investigation, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import {
  EvalConfigsRepository,
  ModelCalls,
  ModelProvider,
  toSettings,
  usageOf,
  type CallFailure,
} from '../../ai/index.js';
import type { Findings, Instruction, Usage } from '../terms/records.js';
import { toPrompt } from './prompt.js';
import { readWording } from './read-wording.js';

/** A conclusion with the model that has worded it; null if rules did. */
export interface Worded {
  readonly conclusion: Conclusion;
  readonly model: string | null;
  readonly usage: Partial<Usage>;
}

const TIMEOUT_MS = 15_000;
const UNUSABLE: CallFailure = {
  type: 'invalid_wording',
  message: 'The answer has no sentence that cites evidence and names only what this evidence has.',
  isTransient: false,
  isFree: false,
};

/** Has the model of a project order and word the claims of a conclusion. Level, causes and evidence are those of the rules. */
@Injectable()
export class Wording {
  constructor(
    private readonly provider: ModelProvider,
    private readonly configs: EvalConfigsRepository,
    private readonly calls: ModelCalls,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /** Without a model, or if it fails, the words of the rules stay. @throws the reason of the signal, and failures of the stores. */
  async word(
    investigation: Investigation,
    {
      findings: { conclusion },
      evidence,
      fence,
    }: {
      readonly findings: Findings;
      readonly evidence: readonly Evidence[];
      readonly fence: (tx: Transaction) => Promise<void>;
    },
    signal: AbortSignal,
  ): Promise<Worded> {
    const asRules: Worded = { conclusion, model: null, usage: {} };
    if (!readJson<Instruction>(investigation.instruction).isLooking) return { ...asRules, model: investigation.model };
    if (!this.provider.isConfigured || conclusion.claims.length === 0) return asRules;
    const project = await findProject(this.relational.client, investigation.projectId);
    const { investigationModel: model, maxDailyCost } = toSettings(await this.configs.find(investigation.projectId));
    if (!project || model === '') return asRules;
    let tokens = 0;
    const end = await this.calls.make(
      {
        project,
        model,
        messages: toPrompt(conclusion, evidence, `---- ${randomBytes(12).toString('hex')} ----`),
        maxDailyCost,
        charged: { projectId: project.id, runId: '', state: '' },
        name: 'word an investigation',
        environment: '',
        timeoutMs: TIMEOUT_MS,
        fence,
        read: (answer) => {
          const used = usageOf(answer);
          tokens = used ? inputTokens(used) + outputTokens(used) : 0;
          return Promise.resolve(readWording(answer.text, conclusion, evidence));
        },
        invalid: UNUSABLE,
      },
      signal,
    );
    if (!end) return asRules;
    const usage = { tokens, cost: end.cost === undefined ? null : formatMoney(end.cost, COST_DECIMALS) };
    const claims = end.result;
    if (!claims) return { ...asRules, usage };
    return { conclusion: { ...conclusion, claims, text: claims.map(({ text }) => text).join(' ') }, model, usage };
  }
}
