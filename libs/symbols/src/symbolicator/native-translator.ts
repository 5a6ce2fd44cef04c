import { isInApp, type Frame } from '@svc/stacks';
import type { NativeCall } from '../apple/native-index.js';
import type { StoredSymbolFile, SymbolFileFinder } from '../files/symbol-file-finder.js';
import type { SymbolicatedException, SymbolicatedFrame, SymbolicationRequest } from '../symbolication.js';
import type { FileSearch, Found } from './file-search.js';
import { applied, failed, unresolved, type Choice, type Translator } from './translator.js';

const KIND = 'macho';

/** Makes stacks of Apple programs readable, whose frames are addresses. */
export class NativeTranslator implements Translator {
  constructor(
    private readonly finder: SymbolFileFinder,
    private readonly search: FileSearch,
  ) {}

  async translate({ projectId, stack }: SymbolicationRequest, signal: AbortSignal): Promise<SymbolicatedException[]> {
    const { exceptions } = stack;
    const frames = exceptions.flatMap((exception) => exception.frames.filter(isAddress));
    const ids = [...new Set(frames.flatMap(({ imageId }) => imageId ?? []))];
    const files = await this.finder.byDebugId(projectId, KIND, ids);
    const choices = new Map(frames.map((frame) => [frame, choose(frame, files)]));
    const asked = frames.filter((frame) => choices.get(frame)?.file);
    const innermost = new Set(exceptions.map(({ frames: [first] }) => first));
    const asks = asked.flatMap((frame) => {
      const file = choices.get(frame)?.file;
      return file ? [{ file, query: toOffset(frame, innermost.has(frame)) }] : [];
    });
    const answers = await this.search.ask(KIND, asks, signal);
    const found = new Map(asked.map((frame, index) => [frame, answers[index]]));
    return exceptions.map((exception) => ({
      ...exception,
      frames: exception.frames.flatMap((frame) => toFrames(frame, choices.get(frame), found.get(frame))),
    }));
  }
}

function isAddress({ address, line }: Frame): boolean {
  return address !== undefined && line === undefined;
}

function choose({ imageId, imageAddress }: Frame, files: readonly StoredSymbolFile[]): Choice {
  if (imageId === undefined || imageAddress === undefined) {
    const reason = 'the stack does not say which image the address is in';
    return { status: 'missing', reason, tried: [] };
  }
  const tried = [`image UUID ${imageId}`];
  const file = files.find(({ debugId }) => debugId === imageId);
  if (file) return { file, reason: 'the UUID of the image matches', tried };
  return { status: 'missing', reason: 'no debug symbols with the UUID of the image', tried };
}

/** Callers are at the instruction after the call, which may belong to the next line or even to the next function. */
function toOffset({ address = '0', imageAddress = '0' }: Frame, isInnermost: boolean): number {
  return Number(BigInt(address) - BigInt(imageAddress)) - (isInnermost ? 0 : 1);
}

function toFrames(
  frame: Frame,
  choice: Choice | undefined,
  found: Found<readonly NativeCall[]> | undefined,
): SymbolicatedFrame[] {
  if (!choice) return [frame];
  if (!choice.file) return [{ ...frame, symbolication: unresolved(choice) }];
  if (!found || 'failure' in found) return [{ ...frame, symbolication: failed(choice, found?.failure ?? '') }];
  const calls = found.answer;
  if (calls.length === 0)
    return [{ ...frame, symbolication: failed(choice, 'the debug symbols have nothing at this address') }];
  const { raw, ...rest } = frame;
  return calls.map(({ function: name, file, line }, index) => ({
    ...rest,
    // Calls that were inlined have no text of their own.
    ...(raw !== undefined && index === calls.length - 1 ? { raw } : {}),
    ...(name === '' ? {} : { function: name }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    inApp: isInApp('apple', { ...rest, function: name }),
    symbolication: applied(choice, line === undefined ? 'the debug symbols have no line for it' : ''),
  }));
}
