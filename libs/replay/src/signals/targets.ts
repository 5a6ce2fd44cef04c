import { isEditable } from '../redact/kinds.js';
import { attributeOf, cut, hasAttribute, MAX_TEXT, type PageElement, type PageTree } from './page-tree.js';

/** Characters of a selector that signals show; names that tools generate are long. */
const MAX_SELECTOR = 200;
/** Levels inside a button of which the labels are read; icons have two or three. */
const MAX_LEVELS = 10;

/** Types of inputs whose value is the label of a button. */
const LABELLED_TYPES = new Set(['submit', 'button', 'reset']);
const TOGGLES = new Set(['checkbox', 'radio', 'switch']);
/** Types of inputs that are clicked, not typed into. */
const CLICKED_TYPES = new Set([...LABELLED_TYPES, 'image', 'checkbox', 'radio']);
const ACTIVE_TAGS = new Set(['a', 'button', 'summary']);
const ACTIVE_ROLES = new Set(['button', 'link', 'menuitem', 'tab', ...TOGGLES]);
/** Roles of controls whose value goes up and down with every click. */
const STEPPED_ROLES = new Set(['spinbutton', 'slider', 'scrollbar']);
/** Elements whose content is not recorded, so that nobody knows what a click in them did: games, maps, players and other sites. */
const OPAQUE_TAGS = new Set(['canvas', 'video', 'audio', 'iframe', 'object', 'embed']);

/** A longer label is a sentence that happens to have such a word. */
const MAX_WORDS = 4;
/** Words of labels of controls that are clicked many times in a row by intent: pages of lists, galleries, calendars and steppers. */
const REPEATED_WORD =
  /\b(?:next|prev(?:ious)?|forward|rewind|skip|older|newer|increase|increment|decrease|decrement|zoom|undo|redo)\b/i;
/** Whole labels of such controls. */
const REPEATED_LABEL =
  /^(?:back|(?:(?:load|show|see) )?(?:more|less)|up|down|plus|minus|[-+–−]\s?\d*|[<>«»‹›▲▼◀▶←→↑↓]+)$/i;
/** Beginnings of labels of buttons whose effect is heard, printed, copied or saved, and not seen on the page. */
const UNSEEN_LABEL = /^(?:download|export|print|copy|share|play|pause|listen|mute|unmute)\b/i;
/** A scheme that another program opens: `mailto:`, `tel:`, and those of applications. */
const FOREIGN_SCHEME = /^\s*(?!https?:|javascript:|about:)[a-z][a-z\d+.-]*:/i;
/** Files that browsers save instead of showing them. */
const SAVED_FILE = /\.(?:zip|gz|tgz|7z|rar|csv|xlsx?|docx?|pptx?|ics|exe|msi|dmg|pkg|deb|rpm|apk|iso)(?:[?#]|$)/i;
/** Targets of links that stay in the window. */
const SAME_WINDOW = new Set(['', '_self', '_parent', '_top']);

/** What a click hit. */
export interface Target {
  /** A short name of the element, `button#buy.primary`; at most 200 characters. */
  readonly selector: string;
  /** Its text or label, as it is stored, that is redacted; at most 80 characters. */
  readonly text: string;
  /** Whether a person expects something to happen. */
  readonly isActionable: boolean;
  /** Whether a person types or selects there. */
  readonly isEditable: boolean;
  /** Whether it is clicked many times in a row by intent. */
  readonly isRepeated: boolean;
  /** Whether its reaction is not recorded: a download, another program or window, what the browser shows itself, or a picture. */
  readonly isUnseen: boolean;
}

/** Describes what a click hit. @param path the elements that were hit, from the inside to the outside; may be empty. */
export function targetOf(page: PageTree, path: readonly PageElement[]): Target {
  const activeAt = path.findIndex(isActionable);
  // What is inside a button is part of it.
  const partsTo = Math.max(activeAt, 0) + 1;
  const parts = path.slice(Math.max(0, partsTo - MAX_LEVELS), partsTo);
  const element = parts.at(-1);
  const text = element ? page.textOf(element.id) : '';
  const labels = [text, ...parts.map(labelOf)].filter((label) => label !== '');
  return {
    selector: element ? selectorOf(element) : '',
    text: text || (element ? labelOf(element) : ''),
    isActionable: activeAt >= 0,
    isEditable: path.some(isTypedInto),
    isRepeated: path.some(isStepped) || labels.some(isRepeatedLabel),
    isUnseen: path.some(isUnseen) || labels.some((label) => UNSEEN_LABEL.test(label)),
  };
}

const typeOf = (element: PageElement): string => attributeOf(element, 'type').toLowerCase();
const roleOf = (element: PageElement): string => attributeOf(element, 'role').toLowerCase();

/** A link counts without an address, too: redaction removes those that run a script. */
function isActionable(element: PageElement): boolean {
  if (element.tag === 'input') return CLICKED_TYPES.has(typeOf(element));
  return ACTIVE_TAGS.has(element.tag) || ACTIVE_ROLES.has(roleOf(element));
}

function isTypedInto(element: PageElement): boolean {
  const { tag } = element;
  if (tag === 'textarea' || tag === 'select' || tag === 'option') return true;
  if (tag === 'input') return !CLICKED_TYPES.has(typeOf(element));
  // Lists that open have the role of a field, but nobody types into their button.
  return tag !== 'button' && isEditable(element.attributes);
}

/** Steppers; and toggles, which a person flips to see what happens. A toggle that does nothing is a dead click. */
function isStepped(element: PageElement): boolean {
  const role = roleOf(element);
  if (STEPPED_ROLES.has(role) || TOGGLES.has(role) || OPAQUE_TAGS.has(element.tag)) return true;
  if (hasAttribute(element, 'aria-pressed') || hasAttribute(element, 'aria-checked')) return true;
  return element.tag === 'input' && TOGGLES.has(typeOf(element));
}

function isRepeatedLabel(label: string): boolean {
  if (REPEATED_LABEL.test(label)) return true;
  return REPEATED_WORD.test(label) && label.split(/\s+/).length <= MAX_WORDS;
}

function isUnseen(element: PageElement): boolean {
  const { tag } = element;
  if (OPAQUE_TAGS.has(tag) || (tag === 'input' && typeOf(element) === 'file')) return true;
  if (hasAttribute(element, 'popovertarget') || hasAttribute(element, 'commandfor')) return true;
  if (!SAME_WINDOW.has(windowOf(element))) return true;
  if (tag !== 'a' && tag !== 'area') return false;
  const href = attributeOf(element, 'href');
  return hasAttribute(element, 'download') || FOREIGN_SCHEME.test(href) || SAVED_FILE.test(href);
}

/** The name of the window in which a link, a form or its button opens a page. */
function windowOf(element: PageElement): string {
  return (attributeOf(element, 'formtarget') || attributeOf(element, 'target')).toLowerCase();
}

/** At most 80 characters. */
function labelOf(element: PageElement): string {
  const value = element.tag === 'input' && LABELLED_TYPES.has(typeOf(element)) ? attributeOf(element, 'value') : '';
  const label =
    attributeOf(element, 'aria-label') || value || attributeOf(element, 'alt') || attributeOf(element, 'title');
  return cut(label.trim(), MAX_TEXT);
}

function selectorOf(element: PageElement): string {
  const id = attributeOf(element, 'id');
  const [name = ''] = attributeOf(element, 'class').trim().split(/\s+/, 1);
  return cut(`${element.tag}${id === '' ? '' : `#${id}`}${name === '' ? '' : `.${name}`}`, MAX_SELECTOR);
}
