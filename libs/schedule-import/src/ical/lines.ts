import { invalidField } from '@svc/service-error';

/** A property of a calendar (RFC 5545, section 3.1). */
export interface Property {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** In upper case. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** As it is written, with its escapes. */
  readonly value: string;
}

/** Properties between BEGIN and END, and what is nested there. */
export interface Component {
  readonly line: number;
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

const NAME = /^[A-Za-z0-9-]+/;
const PARAMETER = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,])*(?:,(?:"[^"]*"|[^";:,])*)*)/y;
const MAX_DEPTH = 5;
/** Characters of a property, with the lines that continue it. */
const MAX_LENGTH = 100_000;

/** Reads the components of a text, with the numbers of their lines. @throws ServiceError invalid_request that names the line. */
export function readComponents(text: string, take: () => void): Component[] {
  const root: Component = { line: 0, name: '', properties: [], components: [] };
  const open = [root];
  for (const { line, content } of unfolded(text)) {
    take();
    const property = readProperty(content, line);
    const current = open.at(-1) ?? root;
    const name = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      const component: Component = { line, name, properties: [], components: [] };
      if (open.push(component) > MAX_DEPTH + 1) throw invalidField(`line ${line}`, 'is nested too deeply');
      current.components.push(component);
    } else if (property.name !== 'END') current.properties.push(property);
    else if (current === root || current.name !== name)
      throw invalidField(`line ${line}`, 'must end the component that began last');
    else open.pop();
  }
  const unfinished = open.at(-1);
  if (unfinished && unfinished !== root) throw invalidField(`line ${unfinished.line}`, 'has no END');
  return root.components;
}

/** Lines that start with a space or a tab continue the one before them. */
function* unfolded(text: string): Generator<{ line: number; content: string }> {
  let current: { line: number; parts: string[] } | undefined;
  let line = 0;
  for (const raw of text.split('\n')) {
    line++;
    const content = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (current && /^[ \t]/.test(content)) {
      current.parts.push(content.slice(1));
      continue;
    }
    if (current) yield { line: current.line, content: current.parts.join('') };
    current =
      content.trim() === '' ? undefined : { line, parts: [line === 1 ? content.replace(/^\uFEFF/, '') : content] };
  }
  if (current) yield { line: current.line, content: current.parts.join('') };
}

function readProperty(content: string, line: number): Property {
  if (content.length > MAX_LENGTH) throw invalidField(`line ${line}`, `must have at most ${MAX_LENGTH} characters`);
  const name = NAME.exec(content)?.[0] ?? '';
  const parameters = new Map<string, string>();
  let at = name.length;
  for (;;) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(content);
    if (!match) break;
    parameters.set((match[1] ?? '').toUpperCase(), (match[2] ?? '').replaceAll('"', ''));
    at = PARAMETER.lastIndex;
  }
  if (name === '' || content[at] !== ':') throw invalidField(`line ${line}`, 'must be a property such as SUMMARY:text');
  return { line, name: name.toUpperCase(), parameters, value: content.slice(at + 1) };
}

/** The text of a value without its escapes. */
export function unescaped(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, escape: string) => (escape.toLowerCase() === 'n' ? '\n' : escape)).trim();
}
