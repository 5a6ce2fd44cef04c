import { PARTS, type MessagePart } from '../parameterize.js';
import { isIdentifier, isNanoid } from './identifier.js';

/** Characters of a message that are read, and of the result that counts: so no part is cut in two. */
const MAX_TEXT = 4096;
const MAX_MESSAGE = 1024;

const NUMBER = String.raw`[+-]?(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,30})`;
/** Characters that end a path. */
const END = String.raw`\\/:*?"'<>|\s,;)`;

/** Tried before the parts of the first version, which would take pieces of these. */
const FIRST: readonly MessagePart[] = [
  ['jwt', String.raw`\beyJ[\w-]{8,4000}(?:\.[\w-]{0,4000}){0,4}`],
  ['path', String.raw`\b[a-z]:\\{1,2}(?:[^\\/:*?"<>|\n]{1,100}\\{1,2}){0,40}[^${END}]{0,100}`],
  ['path', String.raw`\b[a-z]:\/(?!\/)(?:[^${END}]{1,100}\/){0,40}[^${END}]{0,100}`],
  ['path', String.raw`(?<![\w\\])\\\\[\w.$-]{1,63}(?:\\[^${END}]{1,100}){1,40}`],
  ['path', String.raw`(?<![\w/.])\/(?:home|tmp|var|usr|opt|mnt|srv|private|etc)(?:\/[^${END}]{1,100}){1,40}`],
  ['mac', String.raw`\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b`],
];

const SIZE: MessagePart = [
  'size',
  String.raw`(?<![\w.])${NUMBER}(?:\.\d{1,30})?(?: ?(?:[kmgtpe]i?b|[kmgtpe]i|(?:kilo|mega|giga|tera|kibi|mebi|gibi|tebi)?bytes?)|[kgtb])\b`,
];

/** Candidates, whose case decides. */
const NANOID: MessagePart = ['id', String.raw`(?<![\w-])[\w-]{21}(?![\w-])`];
const WORD: MessagePart = ['id', String.raw`(?<!\w)(?=\d{0,127}[a-z])[a-z0-9]\w{7,127}(?!\w)`];

/** Numbers with thousands separators. */
const GROUPED: readonly MessagePart[] = [
  ['float', String.raw`(?<![\w.,])[+-]?\d{1,3}(?:,\d{3}){1,8}\.\d{1,30}(?![\w.,])`],
  ['int', String.raw`(?<![\w.,])[+-]?\d{1,3}(?:,\d{3}){1,8}(?![\d,])`],
];

/** Digits before a unit count as a whole, and one digit is a number too. */
const INT: MessagePart = [
  'int',
  String.raw`(?<![\w.])[+-]?\d{1,40}(?=[a-z%°]{1,5}\b)|(?<![a-z])[+-]?\d{1,40}(?![a-z\d])|\d{2,40}`,
];

/** The parts of the first version, with others in their places. */
const ALL: readonly MessagePart[] = [
  ...FIRST,
  ...PARTS.flatMap((part) => {
    if (part[0] === 'duration') return [part, SIZE];
    if (part[0] === 'int') return [INT];
    if (part[0] === 'quoted') return [part, NANOID, WORD, ...GROUPED];
    return [part];
  }),
];
const WITHOUT_NANOIDS = ALL.filter((part) => part !== NANOID);
const WITHOUT_CANDIDATES = WITHOUT_NANOIDS.filter((part) => part !== WORD);
const PATTERNS = new Map([ALL, WITHOUT_NANOIDS, WITHOUT_CANDIDATES].map((parts) => [parts, toPattern(parts)]));

/** Replaces variable parts of a message with names such as `<uuid>`; only its first part is considered. */
export function parameterize(message: string): string {
  return replaceParts(message.slice(0, MAX_TEXT), ALL).slice(0, MAX_MESSAGE);
}

function replaceParts(text: string, parts: readonly MessagePart[]): string {
  return text.replace(PATTERNS.get(parts) ?? toPattern(parts), (match: string, ...groups: unknown[]) => {
    const part = parts[groups.findIndex((group) => group !== undefined)];
    if (!part) return match;
    if (part === NANOID && !isNanoid(match)) return replaceParts(match, WITHOUT_NANOIDS);
    if (part === WORD && !isIdentifier(match)) return replaceParts(match, WITHOUT_CANDIDATES);
    return `<${part[0]}>`;
  });
}

function toPattern(parts: readonly MessagePart[]): RegExp {
  return new RegExp(parts.map(([, pattern]) => `(${pattern})`).join('|'), 'gi');
}
