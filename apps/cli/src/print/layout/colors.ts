import pico from 'picocolors';
import type { Json } from '../../runtime/values/json.js';

export type Colors = ReturnType<typeof pico.createColors>;
export type Paint = (text: string) => string;

/**
 * Whether to use colors; the first rule that applies wins: --no-color, NO_COLOR, FORCE_COLOR, a dumb terminal, no terminal. As
 * defined by no-color.org, an empty value does not count.
 */
export function wantsColor(options: {
  readonly noColor: boolean;
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = options.env;
  if (options.noColor || NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return options.isTerminal && TERM !== 'dumb';
}

export function createColors(enabled: boolean): Colors {
  return pico.createColors(enabled);
}

/** Returns the color of a log level; an unknown level has none. */
export function levelPaint(level: string, colors: Colors): Paint {
  switch (level) {
    case 'fatal':
      return (text) => colors.bold(colors.red(text));
    case 'error':
      return colors.red;
    case 'warn':
    case 'warning':
      return colors.yellow;
    case 'info':
      return colors.green;
    case 'debug':
    case 'trace':
      return colors.dim;
    default:
      return (text) => text;
  }
}

/** Returns the color of an error count or rate: red, or dim for zero. */
export function errorPaint(value: Json, colors: Colors): Paint {
  return value === 0 ? colors.dim : colors.red;
}
