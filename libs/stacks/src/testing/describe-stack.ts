import type { Frame, Stack } from '../stack.js';

/** A stack as lines for golden files: `*` marks the application's own frames, `|` unparsed text. */
export function describeStack({ platform, exceptions }: Stack): string {
  const lines = exceptions.flatMap(({ relation, type, message, frames }) => [
    `  ${relation} ${type === '' ? '-' : type}: ${JSON.stringify(message)}`,
    ...frames.map((frame) => `  ${frame.inApp ? '*' : ' '} ${describeFrame(frame)}`),
  ]);
  return [platform, ...lines].join('\n');
}

function describeFrame(frame: Frame): string {
  const { function: name, module, file, line, column, address, imageAddress, imageId, context, raw } = frame;
  if (name === undefined && module === undefined && file === undefined && address === undefined)
    return `| ${raw ?? ''}`;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const image = imageId === undefined ? '' : ` in ${imageId} at ${imageAddress ?? '?'}`;
  const source = context === undefined ? '' : ` {${context.line}}`;
  return `${module === undefined ? '' : `[${module}] `}${name ?? '?'} ${place}${address === undefined ? '' : ` ${address}`}${image}${source}`.trimEnd();
}
