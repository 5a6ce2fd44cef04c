const MAX_NAME = 300;

/** `[as alias]` of V8, and what engines write before the name of a method or of an asynchronous call. */
const DECORATION = / \[as [^\]]*\]$|^(?:async[ *]|new )/g;
/** `handlers["on-click"]` of SpiderMonkey and `Cart.[Symbol.iterator]` of V8. */
const PROPERTY = /\.?\["?([^"\]]*)"?\]/g;
const KIND = /^(?:get|set|static|async|bound) (?=.)/;
/** The name that bundlers give to a second function of the same name. */
const DUPLICATE = /\$\d+$/;
/** Code outside of functions, numbers of modules, and functions that the engine adds, such as `<static_initializer>`. */
const UNNAMED = /^(?:\(?anonymous\)?|global|eval|(?:global|module|eval) code|<[^>]*>|\d+)$/i;
/** The code of a module in the bundles of webpack. */
const MODULE_PATH = /(?:^|\.)(\.{1,2}\/.*)$/;

/**
 * The last segment of the name of a function of a script; '' if it has none. V8 writes the type before a method (`Cart.load`,
 * `HTMLButtonElement.onclick`), SpiderMonkey the functions around it (`setup/load`, and `setup/<` for one without a name),
 * JavaScriptCore neither.
 */
export function normalizeScriptFunction(given: string): string {
  const name = given.slice(0, MAX_NAME).replace(DECORATION, '');
  if (name.startsWith('wasm-function[')) return name;
  if (/[/<]$/.test(name)) return '';
  const path = MODULE_PATH.exec(name)?.[1];
  if (path !== undefined) return path;
  const full = name.replace(PROPERTY, '.$1');
  const last = full.slice(Math.max(full.lastIndexOf('.'), full.lastIndexOf('/')) + 1);
  const own = last.replace(KIND, '').replace(DUPLICATE, '');
  return UNNAMED.test(own) ? '' : own;
}

/**
 * Whether a minifier chose the name of a function or of a method. It is another one in the next build, which would create another issue of
 * the same error, so it does not count.
 */
export function isMinifiedName(name: string): boolean {
  return /^(?:async |new )?(?:[^\s.]+\.)*[\w$]{1,2}$/.test(name.slice(0, MAX_NAME));
}
