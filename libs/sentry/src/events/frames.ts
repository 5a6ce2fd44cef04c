import type { Json, JsonObject } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toFields, toItems, toObjects, toText } from '../fields/read-fields.js';
import { findImage, type Images } from './images.js';

/** Lines of source before and after a call that are shown, and the characters of each that are kept. */
const LINES = 5;
const LONGEST_LINE = 300;

/** Calls of a stack that our parser reads. */
export const MAX_FRAMES = 250;

/** The file that the SDK for PHP gives a function of PHP itself. */
const INTERNAL = '[internal]';

/** Platforms whose frames are named by their files, as in the texts that their runtimes write. */
const BY_FILE = new Set(['javascript', 'node', 'python', 'ruby']);

/** A call with the members that our stack parser reads; the one that threw is the last of its stack. */
export type SentFrame = JsonObject;

export interface FrameContext {
  readonly platform: string;
  readonly images: Images;
  readonly output: Output;
}

/**
 * The innermost frames of a stack trace, the one that threw last. Values of variables are not stored, because they hold what the
 * application works with.
 */
export function readFrames(stacktrace: Json | undefined, context: FrameContext): SentFrame[] {
  const frames = toObjects(toFields(stacktrace)['frames']);
  const skipped = Math.max(0, frames.length - MAX_FRAMES);
  context.output.drop('frame', skipped);
  return frames.slice(skipped).map((frame, index) => {
    context.output.budget.take();
    if (Object.keys(toFields(frame['vars'])).length > 0) context.output.drop('frame_variables');
    return readFrame(frame, skipped + index === 0, context);
  });
}

function readFrame(frame: JsonObject, isOutermost: boolean, { platform, images }: FrameContext): SentFrame {
  const own = toText(frame['platform']) ?? platform;
  const file = readFile(frame);
  const call = readCall(frame, own, isOutermost && file !== undefined);
  const address = toText(frame['instruction_addr']);
  const image = address === undefined ? undefined : findImage(images, address);
  const imageAddress = toText(frame['image_addr']) ?? image?.address;
  const line = frame['context_line'];
  const [lineno, colno] = [frame['lineno'], frame['colno']];
  return {
    ...call,
    ...(file !== undefined && { file }),
    ...(typeof lineno === 'number' && { lineno }),
    ...(typeof colno === 'number' && { colno }),
    // Some SDKs say of every frame that it is the application's own, so only the contrary is believed.
    ...(frame['in_app'] === false && !(own === 'go' && isTrimmed(file, call['module'])) && { in_app: false }),
    ...(typeof line === 'string' && {
      context_line: line.slice(0, LONGEST_LINE),
      pre_context: toLines(frame['pre_context']).slice(-LINES),
      post_context: toLines(frame['post_context']).slice(0, LINES),
    }),
    ...(address !== undefined && { instruction_addr: address }),
    ...(imageAddress !== undefined && { image_addr: imageAddress }),
    ...(image && { image_id: image.id }),
  };
}

function readFile(frame: JsonObject): string | undefined {
  const file = toText(frame['abs_path']) ?? toText(frame['filename']);
  return file === INTERNAL ? undefined : file;
}

/**
 * Whether a call of Go is probably one of the application, in a program that was built without the paths of its machine (`-trimpath`). Its
 * SDK takes all files of such a program for those of Go. Packages of Go have no dot in their first segment, and files of other modules have
 * their version.
 */
function isTrimmed(file = '', module: Json | undefined): boolean {
  if (typeof module !== 'string' || file === '' || file.includes('@') || /^(?:[A-Za-z]:|\/)/.test(file)) return false;
  return module === 'main' || module.split('/', 1)[0]?.includes('.') === true;
}

/** The function and its module as the runtime of the platform writes them, so that errors of OpenTelemetry belong to the same issues. */
function readCall(frame: JsonObject, platform: string, isScript: boolean): SentFrame {
  const name = toText(frame['function']);
  if (platform === 'php') return readPhpCall(name, isScript);
  const binary = toText(frame['package']);
  const module = toText(frame['module']) ?? binary?.slice(binary.lastIndexOf('/') + 1);
  if (platform === 'go' && name !== undefined && module !== undefined) return readGoCall(`${module}.${name}`);
  const isNamed = module !== undefined && module !== '' && !BY_FILE.has(platform);
  return {
    ...(name !== undefined && name !== '?' && name !== '<redacted>' && { function: name }),
    ...(isNamed && { module }),
  };
}

/** Older SDKs count the receiver of a method as a part of the package. */
function readGoCall(call: string): SentFrame {
  const dot = call.indexOf('.', call.lastIndexOf('/', call.search(/[([]/) >>> 0) + 1);
  return { module: call.slice(0, dot), function: call.slice(dot + 1) };
}

/** PHP calls the code outside of functions `{main}`, which is the first call of every stack. */
function readPhpCall(name: string | undefined, isScript: boolean): SentFrame {
  if (name === undefined) return isScript ? { function: '{main}', in_app: false } : {};
  const at = Math.max(name.lastIndexOf('::'), name.lastIndexOf('->'));
  return at <= 0 ? { function: name } : { module: name.slice(0, at), function: name.slice(at + 2) };
}

function toLines(value: Json | undefined): string[] {
  return toItems(value).map((line) => (typeof line === 'string' ? line.slice(0, LONGEST_LINE) : ''));
}
