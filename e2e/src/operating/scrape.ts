import { theService } from '../topology.js';

/** The metrics that the metrics ports of all processes expose. */
export interface Offered {
  /** Names of series, `_bucket`, `_sum` and `_count` of histograms included. */
  readonly names: ReadonlySet<string>;
  /** Label names by name of the series; a series without a sample yet is absent. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Labels that Prometheus adds to whatever it scrapes. */
const OF_THE_SCRAPER = ['job', 'instance'];

export async function scrape(): Promise<Offered> {
  const names = new Set<string>();
  const labels = new Map<string, Set<string>>();
  for (const url of theService().metricsUrls.values()) {
    for (const line of (await (await fetch(url)).text()).split('\n')) {
      const [, declared, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
      if (declared !== undefined) for (const name of series(declared, type)) names.add(name);
      const [, sampled, list = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      if (sampled === undefined) continue;
      const known = labels.get(sampled) ?? new Set(OF_THE_SCRAPER);
      for (const [, label = ''] of list.matchAll(/(\w+)="/g)) known.add(label);
      labels.set(sampled, known);
    }
  }
  return { names, labels };
}

function series(name: string, type: string | undefined): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}
