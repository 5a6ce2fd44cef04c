/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | readonly Html[];

/** A template whose values are escaped, unless they are HTML; undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : render(parts[index - 1]) + text)).join(''));
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
