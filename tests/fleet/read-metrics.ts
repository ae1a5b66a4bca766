/** A metric as a service exports it: its type, and the labels of its series. */
export interface ExportedMetric {
  type: string;
  labels: Set<string>;
}

/** Labels that Prometheus adds to every series. */
const TARGET_LABELS = ['job', 'instance'];

/**
 * Parses a response of `/metrics` into series by name; a histogram is listed under each of its series names.
 */
export function readExported(text: string): Map<string, ExportedMetric> {
  const metrics = new Map<string, ExportedMetric>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    for (const seriesName of names) metrics.set(seriesName, { type, labels: new Set(TARGET_LABELS) });
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metrics.get(name)?.labels.add(label);
  }
  return metrics;
}

/**
 * Names in a PromQL query: its metrics, each with the labels that are matched, and the labels that are kept.
 */
export interface QueriedMetrics {
  metrics: Array<{ name: string; matched: string[] }>;
  kept: string[];
}

/** Parses the subset of PromQL that our queries use. */
export function readQuery(query: string): QueriedMetrics {
  const kept = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const selectors = query.replaceAll(/\bby \([^)]*\)/g, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  // A name that is followed by a bracket is a function, not a metric.
  const names = selectors.replaceAll(/\{[^}]*\}/g, (matchers) => matchers.replaceAll(/"[^"]*"/g, '""'));
  const metrics = [...names.matchAll(/(?<![\w"])([a-z_]\w*)\b(?!\s*\()(\{[^}]*\})?/gi)]
    .filter(([, name = '']) => !OPERATORS.has(name))
    .map(([, name = '', matchers = '']) => ({
      name,
      matched: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }));
  return { metrics, kept: kept.map((label) => label.trim()) };
}

const OPERATORS = new Set(['or', 'and', 'unless', 'offset', 'bool', 'on', 'ignoring', 'group_left']);
