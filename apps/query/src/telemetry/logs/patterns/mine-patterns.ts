import { createHash } from 'node:crypto';
import { mapYielding } from '@svc/runtime';
import { Drain, DRAIN_DEFAULTS, type Cluster, type DrainOptions } from './drain.js';
import { mask } from './mask.js';

/** Longer messages are stack traces and dumps; their subject is at the start. */
export const MAX_MESSAGE_LENGTH = 1_024;
const MAX_TOKENS = 64;
const CUT = '…';

export interface Pattern<Message> {
  /**
   * 16 hexadecimal digits derived from the template: the same template has the same ID, in every window and project.
   */
  readonly id: string;
  /** Tokens separated by one space; `<*>` and names like `<number>` replace the variable parts. */
  readonly template: string;
  /** The given messages, in their order. */
  readonly messages: readonly Message[];
}

/**
 * Groups messages that have the same text apart from variable parts. Every message is in exactly one pattern.
 *
 * The patterns depend on the set of distinct messages alone, not on their order or frequency: the tree sees each masked
 * message once, in the order of their characters. The time is linear in the messages.
 */
export async function minePatterns<Message extends { readonly text: string }>(
  messages: readonly Message[],
  options: DrainOptions = DRAIN_DEFAULTS,
): Promise<Pattern<Message>[]> {
  const shapes = new Map<string, Message[]>();
  const masked = await mapYielding(messages, ({ text }) => tokenize(text).join(' '));
  for (const [index, message] of messages.entries()) {
    const shape = masked[index] ?? '';
    const alike = shapes.get(shape);
    if (alike) alike.push(message);
    else shapes.set(shape, [message]);
  }
  const drain = new Drain(options);
  const inOrder = [...shapes.keys()].sort();
  const clusters = new Map<Cluster, string[]>();
  const founders = await mapYielding(inOrder, (shape) => drain.add(shape.split(' ')));
  for (const [index, cluster] of founders.entries()) {
    const shape = inOrder[index] ?? '';
    const members = clusters.get(cluster);
    if (members) members.push(shape);
    else clusters.set(cluster, [shape]);
  }
  return byTemplate(clusters, shapes);
}

/** Clusters may have reached the same template; they become one pattern. */
function byTemplate<Message>(
  clusters: ReadonlyMap<Cluster, readonly string[]>,
  shapes: ReadonlyMap<string, readonly Message[]>,
): Pattern<Message>[] {
  const patterns = new Map<string, Message[]>();
  for (const [{ template }, members] of clusters) {
    const text = template.join(' ');
    const messages = patterns.get(text) ?? [];
    for (const shape of members) for (const message of shapes.get(shape) ?? []) messages.push(message);
    patterns.set(text, messages);
  }
  return [...patterns].map(([template, messages]) => ({ id: toPatternId(template), template, messages }));
}

/** Tokens of the masked message; a long message is cut and marked. */
export function tokenize(text: string): readonly string[] {
  const masked = mask(text.slice(0, MAX_MESSAGE_LENGTH)).trim();
  const tokens = masked.split(/\s+/, MAX_TOKENS + 1);
  return tokens.length > MAX_TOKENS ? [...tokens.slice(0, MAX_TOKENS - 1), CUT] : tokens;
}

const toPatternId = (template: string): string => createHash('sha256').update(template).digest('hex').slice(0, 16);
