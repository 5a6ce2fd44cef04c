/** Class of a field, derived from its name. */
export type KeyClass = 'plain' | 'credential' | 'run' | 'phone' | 'social_security' | 'card';

const CREDENTIAL_WORDS = new Set(
  `password passwords passwd passphrase passphrases passcode passcodes pwd secret secrets token apikey apikeys credential
  credentials authorization bearer jwt cookie cookies otp totp cvv cvc privatekey secretkey accesskey authtoken accesstoken
  refreshtoken idtoken apitoken sessiontoken bearertoken clientsecret apisecret`.split(/\s+/),
);

const CREDENTIAL_PAIRS = new Set([
  ...[
    'api',
    'private',
    'secret',
    'access',
    'signing',
    'encryption',
    'session',
    'auth',
    'master',
    'ssh',
    'account',
    'shared',
  ].flatMap((word) => [`${word} key`, `${word} keys`]),
  // Only these pairs are credentials, because counters of language models end in "tokens" too.
  ...['api', 'access', 'auth', 'refresh', 'bearer'].map((word) => `${word} tokens`),
  'pass phrase',
  'pass code',
  'pass word',
  'security code',
  'connection string',
  'recovery code',
  'recovery codes',
  'backup codes',
  'password confirmation',
  'password confirm',
  'password repeat',
  ...['db', 'database', 'user', 'login', 'root', 'admin', 'smtp', 'ftp', 'ssh', 'mysql', 'postgres', 'pg', 'redis'].map(
    (word) => `${word} pass`,
  ),
  ...['card', 'account', 'user', 'atm', 'sim'].map((word) => `${word} pin`),
]);

/** Names written without a word boundary, such as `dbpassword`. No English word ends like this. */
const CREDENTIAL_ENDING =
  /(?:password|passwd|passphrase|apikey|api key|api keys|secret key base|private key (?:pem|der))$/;

const RUN = /(?:^| )(?:run|unit|correlation)(?: ?ids?)?$/;
const PHONE =
  /(?:^| )(?:phone|telephone|tel|mobile|cell|cellphone|fax|msisdn|whatsapp)(?: (?:number|no|nr|num))?$|phone(?: ?number)?$/;
const CARD = /(?:^| )(?:card|cc|pan)(?: (?:number|no|nr|num))?$|(?:^| )cardnumber$/;
const SOCIAL_SECURITY = /(?:^| )(?:ssn|social security(?: (?:number|no|nr))?|socialsecurity(?:number)?)$/;

/**
 * The words of a name in lower case with one space between them. Words are separated by other characters than letters and digits, and by
 * camel case, including the end of an acronym. Trailing digits are removed (`password2`, `token_1`).
 */
export function splitWords(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .replace(/[\p{N} ]+$/u, '')
    .trimStart();
}

/** Field names repeat, so their classes are cached; the cache is cleared beyond this size. */
const MAX_KNOWN = 10_000;
const MAX_KNOWN_LENGTH = 128;
const known = new Map<string, KeyClass>();

export function classOfKey(name: string): KeyClass {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = classify(splitWords(name));
  if (name.length <= MAX_KNOWN_LENGTH) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, found);
  }
  return found;
}

const NUMBERED: ReadonlySet<KeyClass> = new Set(['phone', 'social_security', 'card']);

/** Whether fields of this class hold numbers of persons. Elsewhere a number is an amount, a time or an ID, whatever its checksum. */
export function isNumbered(key: KeyClass): boolean {
  return NUMBERED.has(key);
}

function classify(words: string): KeyClass {
  const last = words.slice(words.lastIndexOf(' ') + 1);
  const lastTwo = words.slice(words.lastIndexOf(' ', words.length - last.length - 2) + 1);
  if (CREDENTIAL_WORDS.has(last) || CREDENTIAL_PAIRS.has(lastTwo) || CREDENTIAL_ENDING.test(words)) return 'credential';
  if (RUN.test(words)) return 'run';
  if (PHONE.test(words)) return 'phone';
  if (CARD.test(words)) return 'card';
  return SOCIAL_SECURITY.test(words) ? 'social_security' : 'plain';
}
