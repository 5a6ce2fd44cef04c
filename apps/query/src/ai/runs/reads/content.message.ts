import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AgentRunContentSchema, AgentRunMessageSchema, AgentRunMessagePartSchema } from '@svc/contract';
import type { ContentMessage, ContentPart, StepContent } from '@svc/gen-ai';

/** Characters of a content, so that an answer fits into a message. */
const MAX_CHARACTERS = 512 * 1024;

/** The content with at most so many characters: the answer is complete first, then the latest messages of the prompt. */
export function toContent({ input, output }: StepContent): MessageInitShape<typeof AgentRunContentSchema> {
  const room = { left: MAX_CHARACTERS };
  const answer = output.map((message) => toMessage(message, room));
  const prompt = input
    .toReversed()
    .map((message) => toMessage(message, room))
    .toReversed();
  return { input: prompt, output: answer, truncated: room.left < 0 };
}

interface Room {
  /** Negative if something was left out. */
  left: number;
}

function toMessage({ role, parts }: ContentMessage, room: Room): MessageInitShape<typeof AgentRunMessageSchema> {
  return { role, parts: parts.map((part) => toPart(part, room)) };
}

function toPart(part: ContentPart, room: Room): MessageInitShape<typeof AgentRunMessagePartSchema> {
  const { text, ...names } = fieldsOf(part);
  const kept = text.slice(0, Math.max(0, room.left)).toWellFormed();
  room.left -= text.length;
  return { type: part.type, text: kept, ...names };
}

function fieldsOf(part: ContentPart): { readonly text: string; readonly id?: string; readonly name?: string } {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { text: part.text };
    case 'tool_call':
      return { text: part.arguments, id: part.id, name: part.name };
    case 'tool_result':
      return { text: part.result, id: part.id };
    case 'other':
      return { text: part.json, name: part.kind };
  }
}
