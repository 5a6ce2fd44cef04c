/** ULIDs: 26 characters of Crockford's alphabet, which begin with the time. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const PREFIXED = /^(?:[A-Za-z][A-Za-z0-9]{0,11}_){1,3}([A-Za-z0-9]{8,})$/;
const HEX = /^[0-9a-f]+$/i;
/** Words such as `OAuth2ServerError`. */
const CAMEL_CASE = /^(?:[A-Z]?[a-z]{2,}\d*|[A-Z]+\d*)+$/;
/** Length from which a token without a prefix may be an identifier, and from which digits alone decide. */
const SHORT = 10;
const LONG = 16;

/** Whether a word is an identifier that a program has drawn: `sess_8Zk3TqP1xYvB`, a ULID, a KSUID, a cuid. */
export function isIdentifier(word: string): boolean {
  const [, own] = PREFIXED.exec(word) ?? [];
  if (own !== undefined) return isDrawn(own);
  // Hexadecimal digits have a name of their own.
  if (HEX.test(word) || word.includes('_') || word.length < SHORT) return false;
  if (ULID.test(word)) return /\d.*\d/.test(word);
  const [runs, turns] = [countDigitRuns(word), countTurns(word)];
  if (word.length >= LONG && runs >= 3) return true;
  if (CAMEL_CASE.test(word)) return false;
  return word.length >= LONG ? runs >= 1 && turns >= 4 : runs >= 2 && turns >= 2;
}

/** Whether 21 characters, dashes and underscores among them, are a nanoid and no words. */
export function isNanoid(token: string): boolean {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token)) return false;
  return countDigitRuns(token) + countTurns(token) >= 7;
}

/** The part after a prefix may have digits only at its end, such as `total2`, or be words such as `ProfileName`. */
function isDrawn(own: string): boolean {
  if (HEX.test(own)) return /\d/.test(own) && /[a-f]/i.test(own);
  if (/[A-Za-z]\d+[A-Za-z]/.test(own) || /^\d+[A-Za-z]/.test(own)) return true;
  return countTurns(own) >= 4 && !CAMEL_CASE.test(own);
}

function countDigitRuns(text: string): number {
  return text.match(/\d+/g)?.length ?? 0;
}

/** Changes between upper and lower case. */
function countTurns(text: string): number {
  return text.match(/[A-Z](?=[a-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
}
