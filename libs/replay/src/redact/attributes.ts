/** What happens to the value of an attribute. */
export type AttributeRule = 'keep' | 'css' | 'url' | 'url-set' | 'typed' | 'picture' | 'remove' | 'text';

/** Names whose values are numbers, names of the page itself, or drawings. Detectors would take a path of an SVG for a card. */
const KEPT = new Set(
  [
    'class id for role type width height viewbox d points transform x x1 x2 y y1 y2 cx cy dx dy fx fy r rx ry dir lang tabindex',
    'colspan rowspan xmlns version preserveaspectratio offset pathlength rel media rr_width rr_height contenteditable',
    'opacity visibility display overflow clip-rule clip-path mask gradientunits gradienttransform stop-color stop-opacity',
  ]
    .join(' ')
    .split(' '),
);
const KEPT_FAMILY = /^(?:stroke|fill|rr_scroll|rr_media)(?![a-z])/i;

const RULES: ReadonlyMap<string, AttributeRule> = new Map<string, AttributeRule>([
  ...each('css', 'style', '_csstext'),
  ...each('url', 'href', 'src', 'rr_src', 'action', 'formaction', 'poster', 'data', 'cite', 'background', 'manifest'),
  ...each('url', 'ping', 'longdesc', 'usemap', 'codebase', 'classid', 'archive', 'profile', 'xlink:href', 'xml:base'),
  ...each('url-set', 'srcset', 'imagesrcset'),
  ...each('typed', 'value', 'checked', 'selected'),
  ...each('remove', 'srcdoc', 'http-equiv', 'integrity', 'nonce', 'autofocus'),
  ...each('picture', 'rr_dataurl'),
]);

/**
 * The rule of an attribute by its name. Unknown names are text, so that detectors search their values: any of them may be about a person.
 */
export function ruleOfAttribute(name: string): AttributeRule {
  const lower = name.toLowerCase();
  const rule = RULES.get(lower);
  if (rule) return rule;
  if (KEPT.has(lower) || KEPT_FAMILY.test(lower)) return 'keep';
  // A handler of an event.
  if (lower.startsWith('on')) return 'remove';
  return lower.endsWith(':href') ? 'url' : 'text';
}

function each(rule: AttributeRule, ...names: readonly string[]): (readonly [string, AttributeRule])[] {
  return names.map((name) => [name, rule] as const);
}
