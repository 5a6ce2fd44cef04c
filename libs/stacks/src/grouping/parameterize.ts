/** The name of a variable part of a message, and the expression that finds it whatever its case is. */
export type MessagePart = readonly [name: string, pattern: string];

/** Characters of a message that grouping considers. */
const MAX_MESSAGE = 1024;

/**
 * Variable parts of the texts of one error, in the order in which alternatives are tried at a place. Every quantifier
 * is bounded or ends at a character that it cannot contain itself, and the text is bounded, so the time is linear.
 */
export const PARTS: readonly MessagePart[] = [
  ['traceparent', String.raw`\b00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\b`],
  ['url', String.raw`\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"<>]{1,1000}`],
  ['email', String.raw`\b[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\b`],
  ['uuid', String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`],
  [
    'date',
    String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b|\b(?:mon|tue|wed|thu|fri|sat|sun),? (?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?: \d{1,2}\b)?(?: \d{4}\b)?(?: \d{2}:\d{2}:\d{2})?(?: (?:gmt|utc|[+-]\d{4}))?`,
  ],
  [
    'ip',
    String.raw`\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b|\[?\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b\]?|(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5})?(?![\w:])|(?<![\w:])::1\b`,
  ],
  ['hex', String.raw`\b0x[0-9a-f]{1,64}\b`],
  ['sha1', String.raw`\b[0-9a-f]{40}\b`],
  ['md5', String.raw`\b[0-9a-f]{32}\b`],
  [
    'hostname',
    String.raw`\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}(?:com|net|org|io|dev|app|cloud|internal|local|localdomain|svc|edu|gov|info|biz|co|de|uk|eu|us|fr|jp|cn|in|br|ru|nl|ch|at|se|no|fi|es|it|pl|au|ca)(?::\d{1,5})?\b(?![.(])`,
  ],
  [
    'duration',
    String.raw`(?<![\w.])[+-]?\d{1,15}(?:\.\d{1,15})? ?(?:ns|us|µs|ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|days?|s|m|h|d)\b(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smh])\b){0,3}`,
  ],
  ['quoted', String.raw`(?<![\w])'[^'\n]{1,200}'(?![\w])|"[^"\n]{1,200}"|${'`'}[^${'`'}\n]{1,200}${'`'}`],
  ['hex', String.raw`\b(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}\b`],
  ['float', String.raw`(?<![\w.])[+-]?\d{1,30}\.\d{1,30}(?:e[+-]?\d{1,5})?(?![\w.])`],
  ['int', String.raw`(?<![a-z])[+-]?\d{1,40}(?![a-z])|\d{2,40}`],
  ['bool', String.raw`\b(?:true|false)\b`],
];

const PATTERN = new RegExp(PARTS.map(([, pattern]) => `(${pattern})`).join('|'), 'gi');

/** Replaces variable parts of a message with names such as `<uuid>`; only its first part is considered. */
export function parameterize(message: string): string {
  const text = message.length > MAX_MESSAGE ? message.slice(0, MAX_MESSAGE) : message;
  return text.replace(PATTERN, (match: string, ...groups: unknown[]) => {
    const index = groups.findIndex((group) => group !== undefined);
    return PARTS[index] ? `<${PARTS[index][0]}>` : match;
  });
}
