import { FIRST } from './0001_tables.js';
import { ERRORS_AND_ISSUES } from './0002_errors.js';
import { AI_SPANS } from './0005_ai_spans.js';
import { AGENT_RUNS_AND_STEPS } from './0006_agent_runs.js';
import { FIGURES_OF_MODELS } from './0008_llm_figures.js';
import { EVALUATION_EVENTS } from './0010_evaluation_events.js';
import { CONTENT_OF_AI_SPANS } from './0011_ai_content.js';
import { SESSION_RECORDINGS } from './0012_replay.js';
import { SUMMARIES_OF_RECORDINGS } from './0013_replay_summaries.js';
import { PARTS_OF_RECORDINGS } from './0014_replay_parts.js';
import { WIDE_PARTS_OF_SPANS } from './0018_wide_parts_of_spans.js';
import { withAddedColumns } from './added-columns.js';
import type { Migration } from './migration.js';

/**
 * All migrations in order. A released migration is never changed; a later one corrects it. Added columns are
 * not listed here, because they derive from the tables.
 */
export const MIGRATIONS: readonly Migration[] = withAddedColumns([
  FIRST,
  ERRORS_AND_ISSUES,
  AI_SPANS,
  AGENT_RUNS_AND_STEPS,
  FIGURES_OF_MODELS,
  EVALUATION_EVENTS,
  CONTENT_OF_AI_SPANS,
  SESSION_RECORDINGS,
  SUMMARIES_OF_RECORDINGS,
  PARTS_OF_RECORDINGS,
  WIDE_PARTS_OF_SPANS,
]);
