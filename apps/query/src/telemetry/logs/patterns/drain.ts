/** Matches any one token. */
export const WILDCARD = '<*>';

export interface DrainOptions {
  /** Levels of the tree: the number of tokens, then `depth - 2` leading tokens, then the clusters. */
  readonly depth: number;
  /** A message belongs to a cluster if it has at least this share of the template's tokens in the same places. */
  readonly similarity: number;
  /** Maximum children of one node; later tokens share a child. */
  readonly maxChildren: number;
  /**
   * Maximum clusters of one leaf. A message is compared with each of them, so this bounds the time; later messages join
   * the most similar cluster.
   */
  readonly maxClusters: number;
}

export const DRAIN_DEFAULTS: DrainOptions = { depth: 4, similarity: 0.4, maxChildren: 100, maxClusters: 100 };

/** Messages that differ in single tokens only. */
export interface Cluster {
  /** Has a wildcard where the messages differ. */
  template: readonly string[];
}

/**
 * Drain (He et al., ICWS 2017): a tree of fixed depth leads from a message's number of tokens and its first tokens to
 * the few templates it may belong to. The clusters depend on the order in which messages are added.
 */
export class Drain {
  private readonly root: Node = newNode();

  constructor(private readonly options: DrainOptions = DRAIN_DEFAULTS) {}

  /** Returns the cluster that the message now belongs to; its template may change with later messages. */
  add(tokens: readonly string[]): Cluster {
    const leaf = this.#findLeaf(tokens);
    const { cluster, similarity } = mostSimilar(leaf.clusters, tokens);
    const isFull = leaf.clusters.length >= this.options.maxClusters;
    if (!cluster || (similarity < this.options.similarity && !isFull)) {
      const founded = { template: tokens };
      leaf.clusters.push(founded);
      return founded;
    }
    cluster.template = merged(cluster.template, tokens);
    return cluster;
  }

  #findLeaf(tokens: readonly string[]): Node {
    const { depth, maxChildren } = this.options;
    // A separate level without a limit, because there are few different numbers of tokens.
    let node = getOrAddChild(this.root, String(tokens.length), Infinity);
    for (const token of tokens.slice(0, Math.max(0, depth - 2))) node = getOrAddChild(node, toKey(token), maxChildren);
    return node;
  }
}

interface Node {
  readonly children: Map<string, Node>;
  readonly clusters: Cluster[];
}

const newNode = (): Node => ({ children: new Map(), clusters: [] });

/** Tokens with a digit are likely to vary. */
const toKey = (token: string): string => (/\d/.test(token) ? WILDCARD : token);

/** The last free child is shared by all tokens that come when the others are taken. */
function getOrAddChild(node: Node, key: string, maxChildren: number): Node {
  const known = node.children.get(key);
  if (known) return known;
  const hasRoom = node.children.size < maxChildren - (node.children.has(WILDCARD) ? 0 : 1);
  const free = hasRoom || key === WILDCARD ? key : WILDCARD;
  const child = node.children.get(free) ?? newNode();
  node.children.set(free, child);
  return child;
}

/** The first of the clusters that are equally similar and equally general. */
function mostSimilar(
  clusters: readonly Cluster[],
  tokens: readonly string[],
): { cluster: Cluster | undefined; similarity: number } {
  let best: Cluster | undefined;
  let bestEqual = -1;
  let bestWildcards = -1;
  for (const cluster of clusters) {
    let equal = 0;
    let wildcards = 0;
    for (const [index, token] of cluster.template.entries()) {
      if (token === WILDCARD) wildcards++;
      else if (token === tokens[index]) equal++;
    }
    if (equal > bestEqual || (equal === bestEqual && wildcards > bestWildcards)) {
      best = cluster;
      bestEqual = equal;
      bestWildcards = wildcards;
    }
  }
  // A message without tokens equals any other without tokens.
  return { cluster: best, similarity: tokens.length === 0 ? 1 : bestEqual / tokens.length };
}

function merged(template: readonly string[], tokens: readonly string[]): readonly string[] {
  return template.every((token, index) => token === WILDCARD || token === tokens[index])
    ? template
    : template.map((token, index) => (token === tokens[index] ? token : WILDCARD));
}
