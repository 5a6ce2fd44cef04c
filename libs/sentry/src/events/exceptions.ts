import { isJsonObject, type Json, type JsonObject } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toFields, toItems, toObjects, toText } from '../fields/read-fields.js';
import { readFrames, type FrameContext, type SentFrame } from './frames.js';
import { readImages } from './images.js';
import { toStackValue, type SentException, type SentRelation } from './stack-value.js';

/** The error of an event, by the attributes of our log records. */
export interface ReportedError {
  readonly type: string;
  readonly message: string;
  /** A value in the JSON of OTLP; undefined if no call is known. */
  readonly stacktrace: object | undefined;
  readonly handled: boolean | undefined;
  readonly mechanism: string | undefined;
  readonly debugIds: ReadonlyMap<string, string>;
}

/** Exceptions of an error that our stack parser reads. */
const MAX_EXCEPTIONS = 16;

/** Platforms whose types are written with their packages, which SDKs send apart. */
const QUALIFIED = new Set(['android', 'java', 'python']);
const UNQUALIFIED = new Set(['__main__', 'builtins']);
const SUPPRESSED = /^(?:suppressed|errors|exceptions|innerexceptions)\b/i;

/** Reads the exceptions of an event, or the calls that led to its message. Undefined if it has neither. */
export function readError(event: JsonObject, message: string | undefined, output: Output): ReportedError | undefined {
  const platform = toText(event['platform']) ?? '';
  const images = readImages(event);
  const context = { platform, images, output };
  const threads = readThreads(event, context);
  const chain = readChain(event);
  const sent = chain.slice(-MAX_EXCEPTIONS).toReversed();
  output.drop('exception', chain.length - sent.length);
  const relations = findRelations(sent);
  const exceptions = sent.map((exception, index): SentException => {
    const own = readFrames(exception['stacktrace'], context);
    return {
      type: qualify(exception, platform),
      value: toText(exception['value']) ?? '',
      relation: relations[index] ?? 'cause',
      frames: own.length > 0 ? own : threads.framesOf(exception['thread_id'], index === 0),
    };
  });
  if (exceptions.length === 0) {
    const frames = readFrames(event['stacktrace'], context);
    const calls = frames.length > 0 ? frames : threads.framesOf(undefined, true);
    if (message === undefined && calls.length === 0) return undefined;
    exceptions.push({ type: '', value: message ?? '', relation: 'thrown', frames: calls });
  }
  threads.countRest();
  const [thrown] = exceptions;
  const hasCalls = exceptions.length > 1 || (thrown?.frames.length ?? 0) > 0;
  const mechanisms = sent.map(({ mechanism }) => toFields(mechanism));
  return {
    type: thrown?.type ?? '',
    message: thrown?.value ?? '',
    stacktrace: hasCalls ? toStackValue(exceptions, output) : undefined,
    handled: findHandled(mechanisms),
    mechanism: toText(mechanisms[0]?.['type']),
    debugIds: images.debugIds,
  };
}

/** The exceptions as they were sent, the reported one last. */
function readChain({ exception }: JsonObject): readonly JsonObject[] {
  const isSingle = isJsonObject(exception) && exception['values'] === undefined;
  return isSingle ? [exception] : toObjects(exception);
}

/** Members of groups, and what Java suppresses, are no causes; neither are the causes of these. */
function findRelations(exceptions: readonly JsonObject[]): SentRelation[] {
  const known = new Map<Json | undefined, { readonly relation: SentRelation; readonly isGroup: boolean }>();
  return exceptions.map(({ mechanism }, index) => {
    const { exception_id: id, parent_id: parentId, source, type, is_exception_group: group } = toFields(mechanism);
    const parent = parentId === undefined ? undefined : known.get(parentId);
    const isSuppressed =
      parent?.isGroup === true ||
      parent?.relation === 'suppressed' ||
      type === 'suppressed' ||
      SUPPRESSED.test(toText(source) ?? '');
    const relation = index === 0 ? 'thrown' : isSuppressed ? 'suppressed' : 'cause';
    if (id !== undefined) known.set(id, { relation, isGroup: group === true });
    return relation;
  });
}

function qualify(exception: JsonObject, platform: string): string {
  const [type = '', module] = [toText(exception['type']), toText(exception['module'])];
  if (module === undefined || type === '' || !QUALIFIED.has(platform) || UNQUALIFIED.has(module)) return type;
  return type.startsWith(`${module}.`) ? type : `${module}.${type}`;
}

/** One exception of a chain that was not handled decides. */
function findHandled(mechanisms: readonly JsonObject[]): boolean | undefined {
  const stated = mechanisms.flatMap(({ handled }) => (typeof handled === 'boolean' ? [handled] : []));
  return stated.length === 0 ? undefined : stated.every(Boolean);
}

interface Threads {
  /** The calls of the thread of an exception: the one with the ID; for the reported exception otherwise the one that crashed. */
  readonly framesOf: (id: Json | undefined, isReported: boolean) => readonly SentFrame[];
  /** Counts the threads whose calls belong to no exception. */
  readonly countRest: () => void;
}

function readThreads(event: JsonObject, context: FrameContext): Threads {
  const threads = toItems(event['threads']).filter(isJsonObject);
  const used = new Set<JsonObject>();
  return {
    framesOf: (id, isReported) => {
      const thread =
        (id === undefined ? undefined : threads.find((each) => each['id'] === id)) ??
        (isReported
          ? (threads.find(({ crashed }) => crashed === true) ?? threads.find(({ current }) => current === true))
          : undefined) ??
        (isReported && threads.length === 1 ? threads[0] : undefined);
      if (!thread || used.has(thread)) return [];
      used.add(thread);
      return readFrames(thread['stacktrace'], context);
    },
    countRest: () => {
      const rest = threads.filter((thread) => !used.has(thread) && isJsonObject(thread['stacktrace']));
      context.output.drop('thread', rest.length);
    },
  };
}
