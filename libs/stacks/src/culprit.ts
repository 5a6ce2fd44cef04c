import { decidingExceptions } from './grouping/frames.js';
import { normalizeFile } from './grouping/version-2/file-name.js';
import type { Frame, Stack } from './stack.js';

const MAX_CULPRIT = 200;

/** The function and file of the frame that an issue is named after: where the innermost cause was thrown; '' without frames. */
export function findCulprit({ exceptions }: Stack): string {
  const frames = decidingExceptions(exceptions).flatMap((exception) => exception.frames);
  const frame = frames.find((candidate) => candidate.inApp && isNamed(candidate)) ?? frames.find(isNamed);
  if (!frame) return '';
  let name = names.get(frame);
  if (name === undefined) names.set(frame, (name = describe(frame).slice(0, MAX_CULPRIT)));
  return name;
}

/** Frames of equal lines are the same object, see `FrameCache`. */
const names = new WeakMap<Frame, string>();

function isNamed({ function: name, module, file }: Frame): boolean {
  return name !== undefined || module !== undefined || file !== undefined;
}

function describe({ function: name, module, file }: Frame): string {
  const call = [module, name].filter((part) => part !== undefined && part !== '').join('.');
  const place = file === undefined ? '' : normalizeFile(file);
  if (call === '') return place;
  return place === '' || module !== undefined ? call : `${call} in ${place}`;
}
