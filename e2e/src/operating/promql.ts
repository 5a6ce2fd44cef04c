import { parser } from '@prometheus-io/lezer-promql';

/** A metric that an expression reads, and the labels that it filters or groups it by. */
export interface ReadMetric {
  readonly metric: string;
  readonly labels: ReadonlySet<string>;
}

const GROUPED = new Set(['AggregateExpr', 'BinaryExpr']);

/**
 * The metrics of an expression with the labels that are named for each: in its own matchers, and in every grouping around it.
 *
 * @throws Error if it is not PromQL.
 */
export function readMetrics(expression: string): ReadMetric[] {
  // Grafana replaces its variables before it sends an expression.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const found: { metric: string; labels: Set<string> }[] = [];
  const tree = parser.parse(text);
  tree.iterate({
    enter({ name, from, to, node }) {
      if (name === '⚠') throw new Error(`not PromQL at ${from}: ${text}`);
      if (name !== 'VectorSelector') return;
      const own = text.slice(from, to);
      const [metric = ''] = /^\w+/.exec(own) ?? [];
      const labels = new Set(
        Array.from(own.slice(metric.length).matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g), ([, label = '']) => label),
      );
      for (let around = node.parent; around; around = around.parent) {
        if (!GROUPED.has(around.name)) continue;
        for (const list of groupings(text.slice(around.from, around.to), around.name))
          for (const label of list) labels.add(label);
      }
      found.push({ metric, labels });
    },
  });
  return found;
}

/**
 * The labels of `by (...)` of an aggregation or of `on (...)` of a join, whose `group_left` labels come from the other
 * side.
 */
function groupings(text: string, kind: string): string[][] {
  const word = kind === 'AggregateExpr' ? /^\w+\s+by\s*\(([^)]*)\)/ : /(?:\/|and|\*)\s*on\s*\(([^)]*)\)/;
  const [, list] = word.exec(text) ?? [];
  return list === undefined ? [] : [list.split(',').map((label) => label.trim())];
}
