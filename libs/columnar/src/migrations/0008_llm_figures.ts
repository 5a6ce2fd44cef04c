import { LLM_FIGURES } from '@svc/tables';
import type { Migration } from './migration.js';

export const FIGURES_OF_MODELS: Migration = {
  name: '0008_llm_figures',
  steps: [{ kind: 'table', table: LLM_FIGURES }],
};
