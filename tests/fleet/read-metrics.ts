/** A metric as a service exports it: its kind, and the labels that its series have. */
export interface ExportedMetric {
  type: string;
  labels: Set<string>;
}

/** What Prometheus adds to every series. */
const TARGET_LABELS = ['job', 'instance'];

/** Reads what `/metrics` answers: the series by name, those of histograms under each of their names. */
export function readExported(text: string): Map<string, ExportedMetric> {
  const metrics = new Map<string, ExportedMetric>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    for (const one of names) metrics.set(one, { type, labels: new Set(TARGET_LABELS) });
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metrics.get(name)?.labels.add(label);
  }
  return metrics;
}

/**
 * What a query in PromQL asks for: its metrics, each with the labels that are matched, and those that are
 * kept.
 */
export interface AskedMetrics {
  metrics: Array<{ name: string; matched: string[] }>;
  kept: string[];
}

/** Reads a query in PromQL, as far as ours go. */
export function readQuery(query: string): AskedMetrics {
  const kept = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const rest = query.replaceAll(/\bby \([^)]*\)/g, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  // A metric is a name that no bracket follows: that would be a function.
  const names = rest.replaceAll(/\{[^}]*\}/g, (matchers) => matchers.replaceAll(/"[^"]*"/g, '""'));
  const metrics = [...names.matchAll(/(?<![\w"])([a-z_]\w*)\b(?!\s*\()(\{[^}]*\})?/gi)]
    .filter(([, name = '']) => !OPERATORS.has(name))
    .map(([, name = '', matchers = '']) => ({
      name,
      matched: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }));
  return { metrics, kept: kept.map((label) => label.trim()) };
}

const OPERATORS = new Set(['or', 'and', 'unless', 'offset', 'bool', 'on', 'ignoring', 'group_left']);
