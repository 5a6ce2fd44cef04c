import { matches } from './matches.js';
import type { Spans } from './spans.js';

/**
 * Credentials with a known format. Each starts with distinctive letters, so that the search fails fast elsewhere, and none
 * nests repetitions.
 */
const ISSUED = [
  // Cloud providers
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}',
  'AIza[\\w-]{35}',
  'GOCSPX-[\\w-]{28}',
  'ya29\\.[\\w-]{20,}',
  'do[opr]_v1_[a-f0-9]{64}',
  'dapi[a-f0-9]{32}',
  'hv[bsr]\\.[\\w-]{24,}',
  'pscale_(?:tkn|pw|oauth)_[\\w.-]{32,}',
  'sbp_[a-f0-9]{40}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  // Code and packages
  'gh[opusr]_[A-Za-z0-9]{36,}',
  'github_pat_\\w{22,}',
  'gl(?:pat|dt|rt|ptt|oas|soat|cbt|ft|imt|agent)-[\\w-]{20,}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[\\w-]{50,}',
  'rubygems_[a-f0-9]{48}',
  'dckr_pat_[\\w-]{20,}',
  'ATATT3[\\w=-]{20,}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{32,}',
  'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'figd_[\\w-]{36,}',
  // Messaging
  'xox[abeoprs]-[\\w-]{10,}',
  'xapp-\\d-[\\w-]{20,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'key-[a-f0-9]{32}',
  '(?:SK|AC)[a-f0-9]{32}',
  '[MNO][\\w-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,}',
  '\\d{8,10}:[\\w-]{35}',
  'ntn_[A-Za-z0-9]{40,}',
  'secret_[A-Za-z0-9]{43}',
  'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}',
  // Payments
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  'sq0(?:atp|csp)-[\\w-]{22,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  // Language models
  'sk-[\\w-]{20,}',
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{40,}',
  'r8_[A-Za-z0-9]{37}',
  // Telemetry, including this service
  'svc_[a-z]{1,16}_[A-Za-z0-9]{20,}(?:_[A-Za-z0-9]{6})?',
  'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}',
  'glc_[A-Za-z0-9+/=]{32,}',
  'NRAK-[A-Z0-9]{27}',
  'sntry[su]_[A-Za-z0-9+/=_-]{32,}',
  'phx_[A-Za-z0-9]{32,}',
];

const KNOWN = new RegExp(`(?<![A-Za-z0-9])(?:${ISSUED.join('|')})`, 'g');
/** Minimum length; shorter credentials have no recognizable format. */
export const SHORTEST_TOKEN = 14;

export function findIssuedSecrets(text: string, spans: Spans): void {
  for (const { 0: secret, index } of matches(KNOWN, text)) spans.add(index, index + secret.length);
}

const TOKEN_PART = /[\w-]+/y;

/** Finds JSON Web Tokens, signed or encrypted: parts in base64url, the first of which is a JSON object. */
export function findJsonWebTokens(text: string, spans: Spans): void {
  for (let start = text.indexOf('eyJ'); start >= 0;) {
    const ends = [endOfPart(text, start)];
    for (let next = afterStop(text, ends[0] ?? start); next > 0 && ends.length < 5;) {
      const end = endOfPart(text, next);
      ends.push(end);
      next = afterStop(text, end);
    }
    const end = ends.at(-1) ?? start;
    if (ends.length >= 3 && end - start >= 24) spans.add(start, end);
    // A match that starts later in the same part has the same end.
    start = text.indexOf('eyJ', ends[0]);
  }
}

/** The start of the next part, after a plain or percent-encoded full stop; 0 if no full stop is at this position. */
function afterStop(text: string, at: number): number {
  if (text[at] === '.') return at + 1;
  return text[at] === '%' && /^%2e$/i.test(text.slice(at, at + 3)) ? at + 3 : 0;
}

function endOfPart(text: string, start: number): number {
  TOKEN_PART.lastIndex = start;
  return TOKEN_PART.test(text) ? TOKEN_PART.lastIndex : start;
}

const HOOK =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/([\w/-]{16,})/g;

/** URLs that are credentials as a whole, because knowing the path is enough to post. */
export function findHooks(text: string, spans: Spans): void {
  for (const match of matches(HOOK, text)) {
    const end = match.index + match[0].length;
    spans.add(end - (match[1]?.length ?? 0), end);
  }
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Finds a private key from its header to its footer, or to the end of the text if it is truncated. */
export function findPrivateKeys(text: string, spans: Spans): void {
  let done = 0;
  for (const { 0: head, index } of matches(BEGIN, text)) {
    if (index < done) continue;
    const foot = text.indexOf('-----END ', index + head.length);
    const end = foot < 0 ? -1 : text.indexOf('-----', foot + 9);
    done = end < 0 ? text.length : end + 5;
    spans.add(index, done);
  }
}
