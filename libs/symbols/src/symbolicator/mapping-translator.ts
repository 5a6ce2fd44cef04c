import { frameNeedsSymbols, isInApp, type Exception, type Frame } from '@svc/stacks';
import type { ObfuscatedException, RetracedFrame } from '../android/retrace.js';
import type { SymbolFileFinder } from '../files/symbol-file-finder.js';
import { toUuid } from '../source-maps/parse-source-map.js';
import type { SymbolicatedException, SymbolicatedFrame, SymbolicationRequest } from '../symbolication.js';
import type { FileSearch } from './file-search.js';
import { applied, failed, unresolved, type Choice, type Translator } from './translator.js';

const KIND = 'proguard';

/** Makes stacks readable whose names ProGuard or R8 has shortened. */
export class MappingTranslator implements Translator {
  constructor(
    private readonly finder: SymbolFileFinder,
    private readonly search: FileSearch,
  ) {}

  async translate(request: SymbolicationRequest, signal: AbortSignal): Promise<SymbolicatedException[]> {
    const { exceptions } = request.stack;
    const choice = await this.#choose(request);
    const unreadable = (frame: Frame, symbolication: SymbolicatedFrame['symbolication']): SymbolicatedFrame =>
      symbolication && frameNeedsSymbols(frame, 'android', request) ? { ...frame, symbolication } : frame;
    if (!choice.file)
      return exceptions.map((exception) => withFrames(exception, (frame) => [unreadable(frame, unresolved(choice))]));
    const asks = exceptions.map((exception) => ({ file: choice.file, query: toQuery(exception) }));
    const answers = await this.search.ask(KIND, asks, signal);
    return exceptions.map((exception, index) => {
      const found = answers[index];
      if (!found || 'failure' in found) {
        const reason = found?.failure ?? '';
        return withFrames(exception, (frame) => [unreadable(frame, failed(choice, reason))]);
      }
      const { type, message, frames } = found.answer;
      return withFrames({ ...exception, type, message }, (frame, nth) => {
        const retraced = frames[nth];
        if (!retraced || retraced.outcome === 'unknown class')
          return [unreadable(frame, failed(choice, 'the mapping does not have the class'))];
        return toFrames(frame, retraced, choice);
      });
    });
  }

  async #choose({ projectId, release, dist, debugIds }: SymbolicationRequest): Promise<Choice> {
    const ids = Object.values(debugIds).map(toUuid);
    const tried = ids.map((id) => `mapping UUID ${id}`);
    const [byId] = await this.finder.byDebugId(projectId, KIND, ids);
    if (byId) return { file: byId, reason: 'the UUID of the mapping matches', tried };
    if (release === '' && ids.length === 0)
      return { status: 'missing', reason: 'the error names neither a mapping nor a release', tried };
    if (release !== '') tried.push(dist === '' ? `release ${release}` : `release ${release}, distribution ${dist}`);
    const [newest, ...older] = await this.finder.ofRelease({ projectId, kind: KIND, release, dist });
    if (newest && ids.length > 0)
      return { status: 'mismatch', reason: 'the mapping of the release is of another build: its UUID differs', tried };
    if (newest) {
      const reason =
        older.length > 0
          ? `the release matches; it is the newest of ${older.length + 1} mappings`
          : 'the release matches';
      return { file: newest, reason, tried };
    }
    if (await this.finder.hasAny(projectId, KIND))
      return { status: 'mismatch', reason: 'there are only mappings of other releases', tried };
    return { status: 'missing', reason: 'no mapping with this UUID or release', tried };
  }
}

function toQuery({ type, message, frames }: Exception): ObfuscatedException {
  return {
    type,
    message,
    frames: frames.map(({ module = '', function: method = '', line }) => ({ class: module, method, line })),
  };
}

function withFrames(
  exception: Exception,
  toReadable: (frame: Frame, index: number) => SymbolicatedFrame[],
): SymbolicatedException {
  return { ...exception, frames: exception.frames.flatMap(toReadable) };
}

function toFrames(
  frame: Frame,
  { calls, outcome, alternatives }: RetracedFrame,
  choice: Extract<Choice, { file: object }>,
): SymbolicatedFrame[] {
  const note = alternatives.length > 0 ? `it may also be ${alternatives.join(' or ')}` : '';
  const symbolication =
    outcome === 'unknown method' && frameNeedsSymbols(frame, 'android', { debugIds: {} })
      ? failed(choice, 'the mapping has the class, but no such method or line')
      : applied(choice, note);
  const { line: _line, raw, ...rest } = frame;
  return calls.map(({ class: module, method, file, line }, index) => ({
    ...rest,
    // Calls that were inlined have no text of their own.
    ...(raw !== undefined && index === calls.length - 1 ? { raw } : {}),
    module,
    function: method,
    file,
    ...(line === undefined ? {} : { line }),
    inApp: isInApp('android', { module, function: method, file }),
    symbolication,
  }));
}
