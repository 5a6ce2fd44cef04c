import { classOfKey, isNumbered, redactLeaf, REDACTED, redactText } from '@svc/redaction';
import { mayBecomePersonal } from './growing.js';

const SCRIPT = /^(?:javascript|vbscript|livescript):/i;
const DATA = /^data:/i;
/** Content of data URLs that shows no document of its own. */
const HARMLESS_DATA = /^data:(?:image\/|font\/|application\/(?:x-)?font)/i;
/** Browsers ignore these characters in front of a scheme and inside it. */
const IGNORED = /[\p{Cc}\s\u200b-\u200f]/u;
/** Characters of a scheme and of the media type after it. */
const MAX_SCHEME = 64;
/** A larger picture or font inside a page is removed, in characters. */
export const MAX_DATA_URL = 1024 * 1024;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]/i;
const USER_INFO = /^([A-Za-z][A-Za-z0-9+.-]{0,31}:)?(\/\/)[^/?#]*@/;
/** Maximum length of a part without a value, such as the name of a section. */
const MAX_BARE = 64;
/** Maximum length of a value that is kept; what is named on purpose, such as a campaign, is far shorter. */
const MAX_KEPT = 500;
/** An address inside an address inside an address is encoded three times. */
const MAX_DECODINGS = 3;
/** What is between addresses in `srcset`: spaces, commas, and widths or densities. */
const NO_ADDRESS = /^(?:\s+|,|\d{0,9}(?:\.\d{0,9})?[wxh]?)$/;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Whether the text is a script that a browser would run as the value of an attribute with a URL. */
export const isScript = (text: string): boolean => SCRIPT.test(schemeOf(text));

/** Whether a browser would run the text as a URL, or show it as a document of its own. */
export function isRunnable(text: string): boolean {
  const scheme = schemeOf(text);
  return SCRIPT.test(scheme) || (DATA.test(scheme) && !HARMLESS_DATA.test(scheme));
}

/** Whether the URL holds a picture of pixels that is not too large. */
export const isPicture = (url: string): boolean => url.length <= MAX_DATA_URL && PICTURE.test(url);

/** Whether the URL holds its content. */
export const isDataUrl = (url: string): boolean => DATA.test(schemeOf(url));

/** The beginning of a URL as browsers read it; empty if it cannot be one of the schemes above. */
function schemeOf(text: string): string {
  let scheme = '';
  for (let at = 0; at < text.length && scheme.length < MAX_SCHEME; at++) {
    const char = text.charAt(at);
    if (IGNORED.test(char)) continue;
    // Nearly all values begin in another way.
    if (scheme === '' && !/[jvld]/i.test(char)) return '';
    scheme += char;
  }
  return scheme;
}

/**
 * Redacts a URL: without user and password, with the values of its query and fragment replaced and their names kept, and with the rest as
 * text. A URL that would run is empty, as are data URLs that are not pictures and fonts or are larger than a mebibyte.
 *
 * @param kept names in the query and the fragment, as the URL spells them, whose values stay if detectors find nothing in them.
 */
export function redactUrl(url: string, kept = NO_NAMES): string {
  if (isRunnable(url)) return '';
  if (isDataUrl(url)) return url.length > MAX_DATA_URL ? '' : url;
  const queryAt = firstOf(url, '?', '#');
  const place = url.slice(0, queryAt).replace(USER_INFO, '$1$2');
  const rest = url.slice(queryAt);
  return redactText(place) + (rest === '' ? '' : redactValues(rest, kept));
}

/** Redacts the value of `srcset`: URLs, each with a width or a density, separated by commas and spaces. */
export function redactSourceSet(text: string, kept = NO_NAMES): string {
  if (/data:/i.test(text)) return '';
  const words = text.split(/(\s+)/);
  // Commas are parts of an address too, but not between two that are followed by a width.
  const parts = words.flatMap((word, index) => (index + 1 < words.length ? word.split(/(,)/) : [word]));
  const redacted = parts.map((part) => (NO_ADDRESS.test(part) ? part : redactUrl(part, kept))).join('');
  // What is split by spaces is not seen in its parts.
  return redactText(redacted);
}

function firstOf(text: string, ...signs: readonly string[]): number {
  const places = signs.map((sign) => text.indexOf(sign)).filter((place) => place >= 0);
  return places.length === 0 ? text.length : Math.min(...places);
}

/** The query and the fragment: `?a=b&c=d#e=f`. A fragment may be a path with a query of its own. */
function redactValues(text: string, kept: ReadonlySet<string>): string {
  return text.replace(/([?#&;]?)([^?#&;]*)/g, (_, sign: string, part: string) => sign + redactPart(part, kept));
}

function redactPart(part: string, kept: ReadonlySet<string>): string {
  const equals = part.indexOf('=');
  if (equals < 0) return part.length > MAX_BARE ? REDACTED : redactText(part);
  const [name, value] = [part.slice(0, equals), part.slice(equals + 1)];
  return `${redactText(name)}=${value === '' || (kept.has(name) && isHarmless(value, name)) ? value : REDACTED}`;
}

/** Whether detectors find nothing in a value of a query, however often it is encoded, and no value of a query in it. */
function isHarmless(value: string, name: string): boolean {
  const kind = classOfKey(name);
  if (value.length > MAX_KEPT || kind === 'credential' || isNumbered(kind)) return false;
  let text = value;
  for (let nth = 0; nth <= MAX_DECODINGS; nth++) {
    if (mayBecomePersonal(text) || redactLeaf(text, kind) !== text || redactUrl(text) !== text) return false;
    const decoded = decode(text);
    if (decoded === text) return true;
    if (decoded === undefined) return false;
    text = decoded;
  }
  return false;
}

/** @returns undefined if the text is not encoded as in a URL. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
