import type { SpanAttributes } from './attributes.js';
import { cut, MAX_WORD, parseJson } from './text.js';

const ATTRIBUTES = [
  'gen_ai.response.finish_reasons',
  'gen_ai.response.finish_reason',
  'ai.response.finishReason',
  'llm.finish_reason',
  'llm.response.finish_reason',
  'llm.response.stop_reason',
  'anthropic.message.stop_reason',
];
/** The most choices whose reasons are read. */
const MAX_REASONS = 16;

/** Reasons for which a model stopped, one for each choice; a text, or an array in JSON. */
export function readFinishReasons(attributes: SpanAttributes): readonly string[] {
  for (const name of ATTRIBUTES) {
    const reasons = toReasons(attributes.text(name));
    if (reasons.length > 0) return reasons;
  }
  return fromChoices(attributes);
}

function toReasons(text: string): string[] {
  const value = parseJson(text);
  const all: readonly unknown[] = Array.isArray(value) ? value : [text];
  return all
    .filter((reason) => typeof reason === 'string')
    .map((reason) => cut(reason.trim(), MAX_WORD))
    .filter((reason) => reason !== '')
    .slice(0, MAX_REASONS);
}

/** Earlier versions of Traceloop and of the conventions have an attribute for each choice. */
function fromChoices(attributes: SpanAttributes): string[] {
  const reasons: string[] = [];
  for (let choice = 0; choice < MAX_REASONS; choice++) {
    const [reason] = toReasons(attributes.text(`gen_ai.completion.${choice}.finish_reason`));
    if (reason === undefined) break;
    reasons.push(reason);
  }
  return reasons;
}
