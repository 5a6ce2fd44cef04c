const SHORT: Readonly<Record<string, number>> = {
  a: 0x07,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
  '\\': 0x5c,
  "'": 0x27,
  '"': 0x22,
};

/** An escape of Go: of one letter, of a byte in octal or hexadecimal, or of a character; or text without any. */
const PART = /\\(?:([abfnrtv\\'"])|([0-3][0-7]{2})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|([^\\]+)/gy;

/** Reads a string in double quotes, single quotes or backticks; undefined if an escape is invalid. */
export function unquote(literal: string): string | undefined {
  const body = literal.slice(1, -1);
  if (literal.startsWith('`') || !body.includes('\\')) return body;
  const bytes: Buffer[] = [];
  let end = 0;
  for (const part of body.matchAll(PART)) {
    const [all, short, octal, byte, unicode, long, plain] = part;
    end += all.length;
    if (plain !== undefined) bytes.push(Buffer.from(plain));
    else if (short !== undefined) bytes.push(Buffer.of(SHORT[short]));
    else if (octal !== undefined) bytes.push(Buffer.of(parseInt(octal, 8)));
    else if (byte !== undefined) bytes.push(Buffer.of(parseInt(byte, 16)));
    else {
      const code = parseInt(unicode ?? long, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
      bytes.push(Buffer.from(String.fromCodePoint(code)));
    }
  }
  return end === body.length ? Buffer.concat(bytes).toString() : undefined;
}
