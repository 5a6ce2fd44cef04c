/** Considered of a stack: a longer text is not parsed to its end. */
export const MAX_TEXT = 64 * 1024;
/** Lines of it. */
export const MAX_LINES = 2000;
/** A longer line is kept as text only, so that no line costs more than a fraction of a millisecond. */
export const MAX_LINE = 1024;
/** Frames of all exceptions together. */
export const MAX_FRAMES = 250;
export const MAX_EXCEPTIONS = 16;
/** Characters of a structured stack, which is parsed as a whole. */
export const MAX_JSON = 512 * 1024;
/** Characters of a type or a function. */
export const MAX_NAME = 1024;
/** Characters of a message. */
export const MAX_MESSAGE = 16 * 1024;
