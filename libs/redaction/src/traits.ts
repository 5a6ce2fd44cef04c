/** Features of a text that decide which detectors run; most texts have none of them. */
export interface Traits {
  /** Whether the text is ASCII; the other traits are valid only then. */
  isPlain: boolean;
  /** Total number of digits. */
  digits: number;
  /** Digits of the longest number, with up to two other characters between digits. */
  longestNumber: number;
  /** Length of the longest run of letters, digits, `_` and `-`. */
  longestToken: number;
  hasAt: boolean;
  hasColon: boolean;
  hasEquals: boolean;
  hasSpace: boolean;
  /** Whether the text has quotes or angle brackets. */
  hasMarkup: boolean;
}

const MAX_SIGNS = 2;

/** Runs in a single pass without regular expressions, because it reads every text. */
export function scanTraits(text: string): Traits {
  let digits = 0;
  let number = 0;
  let signs = 0;
  let longestNumber = 0;
  let token = 0;
  let longestToken = 0;
  let seen = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) {
      digits++;
      token++;
      signs = 0;
      if (++number > longestNumber) longestNumber = number;
      continue;
    }
    if ((code | 32) >= 97 && (code | 32) <= 122) {
      token++;
      number = 0;
      continue;
    }
    if (code === 45 || code === 95) token++;
    else {
      if (token > longestToken) longestToken = token;
      token = 0;
      seen |= toSign(code);
    }
    if (code === 95 || code > 47 || ++signs > MAX_SIGNS) number = 0;
  }
  if (token > longestToken) longestToken = token;
  return {
    isPlain: (seen & Sign.other) === 0,
    digits,
    longestNumber,
    longestToken,
    hasAt: (seen & Sign.at) !== 0,
    hasColon: (seen & Sign.colon) !== 0,
    hasEquals: (seen & Sign.equals) !== 0,
    hasSpace: (seen & Sign.space) !== 0,
    hasMarkup: (seen & Sign.markup) !== 0,
  };
}

const Sign = { at: 1, colon: 2, equals: 4, space: 8, other: 16, markup: 32 } as const;

function toSign(code: number): number {
  if (code === 32 || code === 9 || code === 10) return Sign.space;
  if (code === 58) return Sign.colon;
  if (code === 61) return Sign.equals;
  if (code === 64) return Sign.at;
  if (code === 34 || code === 60) return Sign.markup;
  // An escape can represent any of these characters.
  if (code === 37 || code === 38 || code === 92) return Sign.at | Sign.colon;
  return code > 127 ? Sign.other : 0;
}
