import type { ContentMessage, ContentPart, StepContent } from './content.js';

/** Characters of a preview. */
const MAX_LENGTH = 200;

/** The beginnings of a question and of its answer, for lists. '' if there is none. */
export interface ContentPreview {
  readonly input: string;
  readonly output: string;
}

/** The last message of the user, else the last that was sent, and the last text of the answer, else its last call of a tool. */
export function previewOf({ input, output }: StepContent): ContentPreview {
  const asked = input.findLast(({ role, parts }) => role === 'user' && textOf(parts) !== '') ?? input.findLast(hasText);
  return { input: asked ? textOf(asked.parts) : '', output: answerOf(output) };
}

const hasText = ({ parts }: ContentMessage): boolean => textOf(parts) !== '';

function answerOf(output: StepContent['output']): string {
  const answer = output.findLast(hasText);
  if (answer) return textOf(answer.parts);
  const call = output.flatMap(({ parts }) => parts).findLast((part) => part.type === 'tool_call');
  return call ? shorten(`${call.name}(${call.arguments})`) : '';
}

function textOf(parts: readonly ContentPart[]): string {
  let text = '';
  for (const part of parts) {
    if (part.type === 'text') text += `${part.text.slice(0, MAX_LENGTH * 2)} `;
    else if (part.type === 'tool_result') text += `${part.result.slice(0, MAX_LENGTH * 2)} `;
    if (text.length > MAX_LENGTH * 2) break;
  }
  return shorten(text);
}

/** One line, with an ellipsis if something is left out. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return (line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…`).toWellFormed();
}
