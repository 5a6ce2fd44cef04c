import { frameNeedsSymbols, isMinifiedName, normalizeScriptFunction, type Frame } from '@svc/stacks';
import type { SymbolFileFinder } from '../files/symbol-file-finder.js';
import type { OriginalPosition } from '../source-maps/source-map-index.js';
import type { SymbolicatedException, SymbolicatedFrame, SymbolicationRequest } from '../symbolication.js';
import type { FileSearch, Found } from './file-search.js';
import { SourceMapChooser } from './source-map-chooser.js';
import { applied, failed, unresolved, type Choice, type Translator } from './translator.js';

/** A frame and the result of its source map. */
interface Resolved {
  readonly frame: Frame;
  readonly choice: Choice | undefined;
  readonly found: Found<OriginalPosition | undefined> | undefined;
}

/** Makes stacks of minified JavaScript readable. */
export class SourceMapTranslator implements Translator {
  readonly #chooser: SourceMapChooser;

  constructor(
    finder: SymbolFileFinder,
    private readonly search: FileSearch,
  ) {
    this.#chooser = new SourceMapChooser(finder);
  }

  async translate(request: SymbolicationRequest, signal: AbortSignal): Promise<SymbolicatedException[]> {
    const { exceptions } = request.stack;
    const frames = exceptions.flatMap((exception) => exception.frames.filter(isGenerated));
    const withoutCaller = new Set(
      exceptions.flatMap((exception) => exception.frames.filter((_, at) => !isCaller(exception.frames[at + 1]))),
    );
    const choices = await this.#chooser.choose(request, [...new Set(frames.map(({ file }) => file ?? ''))]);
    const asked = frames.filter(({ file, column }) => column !== undefined && choices.get(file ?? '')?.file);
    const asks = asked.flatMap((frame) => {
      const { file: name = '', line = 1, column = 1 } = frame;
      const file = choices.get(name)?.file;
      return file ? [{ file, query: { line, column, wantsFunction: withoutCaller.has(frame) } }] : [];
    });
    const answers = await this.search.ask('sourcemap', asks, signal);
    const found = new Map(asked.map((frame, index) => [frame, answers[index]]));
    return exceptions.map((exception) => {
      const resolved = exception.frames.map((frame) => ({
        frame,
        choice: isGenerated(frame) ? choices.get(frame.file ?? '') : undefined,
        found: found.get(frame),
      }));
      return { ...exception, frames: resolved.map((each, index) => toFrame(each, resolved[index + 1], request)) };
    });
  }
}

/** Code of the runtime is not minified, and packages of a server are not the application's. */
const NEVER_GENERATED = /^(?:node:|internal\/|native\b|<|\[)|\/node_modules\//;

function isGenerated(frame: Frame): boolean {
  return frame.file !== undefined && frame.line !== undefined && !NEVER_GENERATED.test(frame.file);
}

function isCaller(frame: Frame | undefined): boolean {
  return frame?.column !== undefined && isGenerated(frame);
}

function toFrame(
  { frame, choice, found }: Resolved,
  caller: Resolved | undefined,
  { platform, debugIds }: SymbolicationRequest,
): SymbolicatedFrame {
  if (!choice) return frame;
  // Code that was not minified is readable as it is.
  if (!choice.file && !frameNeedsSymbols(frame, platform, { debugIds })) return frame;
  if (!choice.file) return { ...frame, symbolication: unresolved(choice) };
  if (!found) return { ...frame, symbolication: failed(choice, 'the frame has no column') };
  if ('failure' in found) return { ...frame, symbolication: failed(choice, found.failure) };
  const position = found.answer;
  if (!position) {
    const reason = 'the source map has nothing for this position, so it may be of another build';
    return { ...frame, symbolication: failed(choice, reason) };
  }
  const { function: generatedName } = frame;
  const name = originalName(frame, caller) ?? nameFromSource(generatedName, position);
  const isUnnamed = name === undefined && (generatedName === undefined || isMeaningless(generatedName));
  return {
    ...frame,
    ...(name !== undefined && { function: name }),
    ...(isUnnamed && { isUnnamed }),
    file: position.file === '' ? (frame.file ?? '') : position.file,
    line: position.line,
    column: position.column,
    inApp: frame.inApp && !position.isIgnored && !/(?:^|\/)node_modules\//.test(position.file),
    ...(position.context && { context: position.context }),
    symbolication: applied(choice),
  };
}

function isMeaningless(name: string): boolean {
  return isMinifiedName(name) || normalizeScriptFunction(name) === '';
}

/** The function whose source the position is in, for a minified name without a caller that knows the original one. */
function nameFromSource(generatedName: string | undefined, { enclosing }: OriginalPosition): string | undefined {
  return generatedName !== undefined && isMinifiedName(generatedName) ? enclosing : undefined;
}

/**
 * The position of a frame is that of its call, so the name of its function is in the map at the position of its caller.
 * The name is used if the caller is known to be the next frame, which is not certain after a frame of the runtime.
 */
function originalName(frame: Frame, caller: Resolved | undefined): string | undefined {
  const { function: generatedName } = frame;
  if (generatedName === undefined || !caller?.found || !('answer' in caller.found)) return undefined;
  const name = caller.found.answer?.name;
  if (name === undefined || name === '' || normalizeScriptFunction(generatedName) === '') return undefined;
  // A method keeps the name of its object.
  const [, prefix = ''] = /^((?:new |.*\.)?)[^.]*$/.exec(generatedName) ?? [];
  return prefix.endsWith('.') && !isMinifiedName(generatedName) ? generatedName : prefix + name;
}
