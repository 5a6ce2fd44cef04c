import type { EvaluatedRun, EvaluatedStep, Finding } from './evaluated-run.js';

/** Calls of one tool with the same arguments that make a loop. */
const LOOP = 3;

interface ToolCall {
  readonly name: string;
  readonly arguments: string;
}

/** Finds a tool that was called with the same arguments again and again. It does not apply if no arguments were received. */
export function loopDetected({ steps }: EvaluatedRun): Finding | undefined {
  const calls = [...toolCalls(steps)];
  if (calls.length === 0) return undefined;
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const call of calls) {
    const key = JSON.stringify([call.name, canonical(call.arguments)]);
    const seen = counts.get(key);
    if (seen) seen.count += 1;
    else counts.set(key, { name: call.name, count: 1 });
  }
  const most = [...counts.values()].reduce((one, other) => (other.count > one.count ? other : one));
  const times = `${most.count} ${most.count === 1 ? 'time' : 'times'}`;
  const comment = `The tool ${most.name || 'without a name'} was called ${times} with the same arguments.`;
  return { label: most.count >= LOOP ? 'loop' : 'none', value: most.count, comment };
}

/** The calls that tools report, and those that models asked for and no tool reports, such as tools of the client. */
function* toolCalls(steps: readonly EvaluatedStep[]): Generator<ToolCall> {
  const reported = new Set<string>();
  for (const { kind, name, toolCallId, content } of steps) {
    if (kind !== 'tool' || !content) continue;
    const given = argumentsOf(content.input);
    if (given === undefined || (toolCallId !== '' && reported.has(toolCallId))) continue;
    if (toolCallId !== '') reported.add(toolCallId);
    yield { name, arguments: given };
  }
  const hasTools = steps.some(({ kind, content }) => kind === 'tool' && content && argumentsOf(content.input));
  for (const { kind, content } of steps) {
    if (kind !== 'inference' || !content) continue;
    for (const part of content.output.flatMap(({ parts }) => parts)) {
      if (part.type !== 'tool_call' || (part.id === '' ? hasTools : reported.has(part.id))) continue;
      if (part.id !== '') reported.add(part.id);
      yield { name: part.name, arguments: part.arguments };
    }
  }
}

function argumentsOf(input: NonNullable<EvaluatedStep['content']>['input']): string | undefined {
  for (const part of input.flatMap(({ parts }) => parts)) {
    if (part.type === 'tool_call') return part.arguments;
    if (part.type === 'text') return part.text;
    if (part.type === 'other') return part.json;
  }
  return undefined;
}

/** The same text for JSON that differs only in the order of its keys and in space. */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch {
    return text.trim();
  }
}
