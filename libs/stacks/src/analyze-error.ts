import { findCulprit } from './culprit.js';
import { findDebugId, type ErrorInput } from './error-input.js';
import { GROUPING_VERSIONS, hashStack } from './grouping/grouping.js';
import { hashTexts } from './grouping/hash.js';
import { parseStack } from './parse/parse-stack.js';
import { frameNeedsSymbols, needsSymbols } from './platform/needs-symbols.js';
import type { Frame, Platform, Stack } from './stack.js';

export interface AnalyzedError {
  readonly stack: Stack;
  readonly platform: Platform;
  readonly type: string;
  readonly message: string;
  /** The function and file that an issue is named after; '' without frames. */
  readonly culprit: string;
  readonly needsSymbols: boolean;
  /** 32 hexadecimal digits. Errors of one variant have the same symbols and so belong to the same issue. */
  readonly variant: string;
  /** The hashes of all versions of grouping, the newest first. */
  readonly hashes: readonly string[];
}

/** Parses and groups an error as it was received. Never throws. */
export function analyzeError(input: ErrorInput): AnalyzedError {
  const stack = parseStack(input);
  const [thrown] = stack.exceptions;
  const hashes = GROUPING_VERSIONS.map((version) => hashStack(stack, input, version));
  const needs = needsSymbols(stack, input);
  return {
    stack,
    platform: stack.platform,
    type: thrown?.type ?? input.type,
    message: thrown?.message ?? input.message,
    culprit: findCulprit(stack),
    needsSymbols: needs,
    variant: needs ? hashPositions(stack, input, hashes) : (hashes[0] ?? ''),
    hashes,
  };
}

/** Everything that symbol files are found and applied by. */
function hashPositions({ platform, exceptions }: Stack, input: ErrorInput, hashes: readonly string[]): string {
  const texts = ['positions', platform, input.release, input.dist, ...hashes, ...(input.fingerprint ?? [])];
  for (const { relation, type, frames } of exceptions) {
    texts.push(relation, type);
    for (const frame of frames) texts.push(position(frame, frameNeedsSymbols(frame, platform, input), input));
  }
  return hashTexts(texts);
}

function position(frame: Frame, needs: boolean, input: ErrorInput): string {
  const {
    module = '',
    function: name = '',
    file = '',
    line = 0,
    column = 0,
    address = '',
    imageAddress = '',
    imageId = '',
  } = frame;
  if (!needs) return `${module}|${name}|${file}`;
  if (imageId !== '') return `${imageId}+${offset(address, imageAddress)}`;
  return `${module}|${name}|${file}|${line}|${column}|${address}|${findDebugId(input, file) ?? ''}`;
}

/** Addresses differ in each process, their distance to the image does not. */
function offset(address: string, imageAddress: string): string {
  if (address === '' || imageAddress === '') return address;
  return (BigInt(address) - BigInt(imageAddress)).toString(16);
}
