import { findDebugId, type ErrorInput } from '../error-input.js';
import type { Frame, Platform, Stack } from '../stack.js';

/**
 * Whether a frame is only readable with symbol files: a place in a script that was loaded from a URL or from a bundle, a name that R8 may
 * have shortened, or an address.
 */
export function frameNeedsSymbols(frame: Frame, platform: Platform, input: DebugIds): boolean {
  return NEEDS[platform]?.(frame, input) ?? false;
}

type DebugIds = Pick<ErrorInput, 'debugIds'>;

/** No line that a person writes is longer. Scripts of Node are minified only if they were bundled. */
const MINIFIED_COLUMN = 500;

const NEEDS: Partial<Record<Platform, (frame: Frame, input: DebugIds) => boolean>> = {
  javascript: ({ file, line, address }) =>
    line !== undefined && file !== undefined && address === undefined && isBundle(file),
  node: ({ file, line, column = 0 }, input) =>
    line !== undefined && file !== undefined && (column > MINIFIED_COLUMN || findDebugId(input, file) !== undefined),
  android: isObfuscated,
  apple: ({ address, line }) => address !== undefined && line === undefined,
};

/** Whether any frame of a stack needs symbol files. */
export function needsSymbols({ platform, exceptions }: Stack, input: DebugIds = { debugIds: {} }): boolean {
  if (NEEDS[platform] === undefined) return false;
  return exceptions.some(({ frames }) => frames.some((frame) => frameNeedsSymbols(frame, platform, input)));
}

function isBundle(file: string): boolean {
  if (/^(?:node:|native|webpack|chrome-extension|moz-extension|safari-)/.test(file)) return false;
  return (
    /^[a-z][a-z0-9+.-]*:\/\//i.test(file) ||
    /\.(?:bundle|jsbundle|hbc|m?js|cjs)(?:\?|$)/.test(file) ||
    file.startsWith('/')
  );
}

/** Names of one or two letters, or a source file that R8 has replaced. */
function isObfuscated({ module = '', function: name = '', file = '' }: Frame): boolean {
  if (file === 'SourceFile' || file === 'PG' || file.startsWith('r8-map-id-') || file === 'Unknown') return true;
  const simple = module.slice(module.lastIndexOf('.') + 1);
  return (module !== '' && isShort(simple)) || (isShort(name) && file === '');
}

function isShort(name: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9]{0,2}$/.test(name) && name.length <= 2;
}
