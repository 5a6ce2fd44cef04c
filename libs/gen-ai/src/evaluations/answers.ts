import type { EvaluatedRun, Finding } from './evaluated-run.js';

/** What the last call of a model returned. */
export interface FinalAnswer {
  readonly text: string;
  /** Whether it asks for tools. */
  readonly callsTools: boolean;
}

/** The answer of the run: the output of its last call of a model. Undefined if it was not received. */
export function finalAnswer({ steps }: EvaluatedRun): FinalAnswer | undefined {
  const output = steps.findLast(({ kind, content }) => kind === 'inference' && content)?.content?.output;
  if (!output) return undefined;
  const parts = output.flatMap((message) => message.parts);
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    callsTools: parts.some(({ type }) => type === 'tool_call' || type === 'other'),
  };
}

/** Whether a completed run ended without an answer. */
export function emptyOutput(run: EvaluatedRun): Finding | undefined {
  const answer = run.status === 'completed' ? finalAnswer(run) : undefined;
  if (!answer) return undefined;
  if (answer.text.trim() !== '' || answer.callsTools) {
    return { label: 'ok', value: 0, comment: `The answer has ${answer.text.length} characters.` };
  }
  return { label: 'empty', value: 1, comment: 'The last call of a model returned no text and asked for no tool.' };
}

const FENCE = /^\s*```(?:json|JSON)\s*\n(.*?)(?:\n\s*```\s*$|$)/s;

/** Whether an answer that begins as JSON, or as a block of JSON in Markdown, is valid. */
export function jsonValidity(run: EvaluatedRun): Finding | undefined {
  const text = finalAnswer(run)?.text ?? '';
  const json = FENCE.exec(text)?.[1] ?? text;
  if (!/^\s*(?:\{|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(json)) return undefined;
  try {
    JSON.parse(json);
    return { label: 'valid', value: 1, comment: 'The answer is valid JSON.' };
  } catch {
    return { label: 'invalid', value: 0, comment: 'The answer begins as JSON and is not valid JSON.' };
  }
}
