import { replaceCssAddresses } from '../assets/css-addresses.js';
import { redactUrl } from './url.js';

/**
 * Redacts the URLs in CSS, and keeps everything else byte for byte: numbers and names in it look like identifiers of people but are not.
 * A data URL stays if it is a picture or a font.
 *
 * @param kept as of `redactUrl`.
 */
export const redactCss = (css: string, kept?: ReadonlySet<string>): string =>
  replaceCssAddresses(css, (address) => redactUrl(address, kept));
