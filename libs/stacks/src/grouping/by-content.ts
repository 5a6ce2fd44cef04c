import type { Exception, Stack } from '../stack.js';
import type { Decision, GroupingAlgorithm, GroupingComponent, GroupingInput, GroupingMethod } from './algorithm.js';
import { contextLine, type ContributingFrames, type FrameKeys } from './frames.js';
import { normalizeName } from './function-name.js';
import { hashTexts } from './hash.js';

/** The parts in which versions of grouping differ. */
export interface GroupingRules {
  readonly frames: FrameKeys;
  /** Replaces the variable parts of a message. */
  readonly parameterize: (message: string) => string;
}

/**
 * The first available of these decides: the fingerprint, the frames with the types, the type with the message, the
 * message.
 */
export function groupBy(rules: GroupingRules): GroupingAlgorithm {
  return (stack, input) => {
    const found = groupByContent(stack, input, rules);
    const fingerprint = input.fingerprint?.filter((part) => part !== '') ?? [];
    return fingerprint.length === 0 ? found : groupByFingerprint(fingerprint, found);
  };
}

const DEFAULT = /^\{\{ ?default ?\}\}$/;

function groupByFingerprint(fingerprint: readonly string[], found: Decision): Decision {
  const usesDefault = fingerprint.some((part) => DEFAULT.test(part));
  const component = {
    name: 'fingerprint',
    value: fingerprint.join('\n'),
    contributes: true,
    why: usesDefault
      ? 'sent by the application together with the default'
      : 'sent by the application, which decides alone',
  };
  if (fingerprint.every((part) => DEFAULT.test(part)))
    return { ...found, explain: () => [component, ...found.explain()] };
  const parts = fingerprint.map((part) => (DEFAULT.test(part) ? found.hash : part));
  const explain = (): GroupingComponent[] => {
    const others = found.explain();
    if (usesDefault) return [component, ...others];
    return [component, ...others.map((part) => unused(part, 'the fingerprint decides alone'))];
  };
  return { hash: hashTexts(['fingerprint', ...parts]), method: 'fingerprint', explain };
}

function groupByContent({ platform, exceptions }: Stack, input: GroupingInput, rules: GroupingRules): Decision {
  const frames = rules.frames.contributing(platform, exceptions);
  const type = normalizeName(platform, exceptions[0]?.type ?? input.type);
  const causeType = normalizeName(platform, cause(exceptions)?.type ?? '');
  const line = contextLine(platform, frames.first);
  const message = exceptions[0]?.message ?? input.message;
  const parameterized = (): string => rules.parameterize(message);
  const method = decide(frames, type);
  const place = input.logger ?? input.serviceName;
  const texts = {
    stack: () => [type, causeType, line, ...frames.keys],
    type_message: () => [type, parameterized()],
    message: () => [parameterized(), place],
  }[method]();
  const explain = () => explainContent(method, { type, causeType, frames, line, message, parameterized, input });
  return { hash: hashTexts([method, ...texts]), method, explain };
}

function decide({ keys }: ContributingFrames, type: string): Exclude<GroupingMethod, 'fingerprint'> {
  if (keys.length > 0) return 'stack';
  return type === '' ? 'message' : 'type_message';
}

function cause(exceptions: readonly Exception[]): Exception | undefined {
  return exceptions.findLast(({ relation }) => relation === 'cause');
}

interface Parts {
  readonly type: string;
  readonly causeType: string;
  readonly frames: ContributingFrames;
  readonly line: string;
  readonly message: string;
  readonly parameterized: () => string;
  readonly input: GroupingInput;
}

function explainContent(method: GroupingMethod, parts: Parts): readonly GroupingComponent[] {
  const { type, causeType, frames, line, message, parameterized, input } = parts;
  const byStack = method === 'stack';
  return [
    {
      name: 'type',
      value: type,
      contributes: type !== '' && method !== 'message',
      why: type === '' ? 'the error has no type' : 'the type of the exception',
    },
    {
      name: 'cause_type',
      value: causeType,
      contributes: byStack && causeType !== '',
      why:
        causeType === ''
          ? 'the exception has no cause'
          : byStack
            ? 'the type of the innermost cause'
            : 'there are no frames',
    },
    { name: 'frames', value: frames.keys.join('\n'), contributes: byStack, why: whyFrames(frames) },
    {
      name: 'context_line',
      value: line,
      contributes: byStack && line !== '',
      why: line === '' ? 'the line of source is not known' : 'the line that threw tells errors of one function apart',
    },
    {
      name: 'message',
      value: byStack ? message.slice(0, 1024) : parameterized(),
      contributes: !byStack,
      why: byStack ? 'the frames decide, messages vary' : 'there are no frames; what varies is replaced',
    },
    ...whereComponents(method, input),
  ];
}

function whyFrames({ keys, areInApp }: ContributingFrames): string {
  if (keys.length === 0) return 'there are no frames';
  return areInApp
    ? "frames of the application's own code, each function once"
    : 'no frame is of the application itself, so all count';
}

function whereComponents(method: GroupingMethod, { logger, serviceName }: GroupingInput): GroupingComponent[] {
  const component = {
    name: logger === undefined ? 'service' : 'logger',
    value: logger ?? serviceName,
    contributes: method === 'message',
  };
  return [
    {
      ...component,
      why: method === 'message' ? 'there is neither a type nor a frame' : 'the error has a type or frames',
    },
  ];
}

function unused(component: GroupingComponent, why: string): GroupingComponent {
  return { ...component, contributes: false, why };
}
