const MASK = '[REDACTED]';
/** Shorter secrets would mask ordinary words. */
const MIN_LENGTH = 4;
/** Escapes inside escapes, such as JSON in a URL, that are undone. */
const MAX_DEPTH = 2;
/** Characters of the text times secrets that are searched for: more would take longer than a turn of the event loop may. */
const MAX_WORK = 100_000;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Each undoes one kind of escapes and leaves everything else. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, wide?: string, byte?: string, escaped?: string) => {
      const digits = wide ?? byte;
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
      return SHORT_ESCAPES[escaped ?? ''] ?? escaped ?? '';
    }),
  (text) => text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()),
  (text) => text.replaceAll('+', ' '),
  (text) =>
    text.replaceAll(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
      (all, hex?: string, digits?: string, name = '') => {
        const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : (ENTITIES[String(name).toLowerCase()] ?? all);
      },
    ),
];

/**
 * Replaces secrets in a text that a receiver sent. A text that has a secret in another spelling (escaped for JSON, URLs or HTML, as base64
 * or hexadecimal digits, in other letters) is replaced as a whole, because the secret's place in it is not known, and
 * so is one for which the search would take too long.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  // The longest first, because a secret can be a part of another.
  const searched = [...new Set(secrets)].filter(({ length }) => length >= MIN_LENGTH).toSorted(byLength);
  if (searched.length * text.length > MAX_WORK) return MASK;
  let masked = text;
  for (const secret of searched) masked = masked.replaceAll(secret, MASK);
  const spellings = searched.flatMap(toEncodings);
  const lower = searched.map((secret) => secret.toLowerCase());
  const isLeft = (decoded: string): boolean => {
    const joined = decoded.replaceAll(/\s/g, '');
    return lower.some((secret) => decoded.includes(secret)) || spellings.some((spelling) => joined.includes(spelling));
  };
  return toDecodings(masked).some((decoded) => isLeft(decoded.toLowerCase())) ? MASK : masked;
}

/** The text, and what it is with up to `MAX_DEPTH` kinds of escapes undone. */
function toDecodings(text: string): string[] {
  const found = new Set([text]);
  let latest = [text];
  for (let depth = 0; depth < MAX_DEPTH && latest.length > 0; depth++) {
    const decoded = new Set(latest.flatMap((each) => DECODERS.map((decode) => decode(each))));
    latest = [...decoded].filter((each) => !found.has(each));
    for (const each of latest) found.add(each);
  }
  return [...found];
}

/** Lower-case texts of which each contains the secret. In base64 they depend on the position of the secret in the encoded bytes. */
function toEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
    const inner = whole.slice(before === 0 ? 0 : 4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...base64, bytes.toString('hex')]
    .filter(({ length }) => length >= 2 * MIN_LENGTH)
    .map((each) => each.toLowerCase());
}

const byLength = (one: string, other: string): number => other.length - one.length;
