import type { SpanAttributes } from './attributes.js';
import { cut, parseMembers } from './text.js';

/** The parameters of a call, which some instrumentations write as one JSON object. */
const ATTRIBUTES = [
  'langfuse.observation.model.parameters',
  'llm.invocation_parameters',
  'embedding.invocation_parameters',
];

/** The parameter of a call that is a text, or ''. */
export function readParameter(attributes: SpanAttributes, name: string, length: number): string {
  for (const attribute of ATTRIBUTES) {
    const value = parseMembers(attributes.text(attribute)).get(name);
    if (typeof value === 'string') return cut(value.trim(), length);
  }
  return '';
}
