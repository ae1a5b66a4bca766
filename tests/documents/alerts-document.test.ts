import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readQuery } from '../fleet/read-metrics.ts';
import { readTables } from './read-tables.ts';

const folder = resolve(import.meta.dirname, '../../infra/observability');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
}

const { groups } = parse(readFileSync(resolve(folder, 'alerts.yml'), 'utf8')) as {
  groups: Array<{ rules: Rule[] }>;
};
const rules = groups.flatMap((group) => group.rules);
const tables = readTables('docs/observability.md');
const conditions = new Map(
  (tables.get('Alerts') ?? []).map((row) => [
    unquote(row['alert']),
    { severity: row['severity'], text: row['fires when'] },
  ]),
);
const metrics = (tables.get('Metrics') ?? []).map((row) => ({
  name: /`(\w+)`/.exec(row['metric'] ?? '')?.[1] ?? '',
  alerts: [...(row['alert'] ?? '').matchAll(/`(\w+)`/g)].map(([, alert]) => alert),
}));

function unquote(cell = ''): string {
  return cell.replaceAll('`', '');
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const UNITS: Readonly<Record<string, number>> = { '%': 0.01, GB: 1e9, second: 1, minute: 60, hour: 3600 };

/**
 * Lists the numbers of a rule, durations in seconds, except 0 and the 1 of a boolean gauge, which the
 * handbook describes in words.
 */
function numbersOfRule({ expr, for: pause = '0s' }: Rule): number[] {
  const bare = expr.replaceAll(/\{[^}]*\}/g, '').replaceAll(/== 1\b/g, '');
  const durations = [...`${bare} ${pause}`.matchAll(/\b(\d+)([smhd])\b/g)].map(
    ([, count, unit = '']) => Number(count) * (SECONDS[unit] ?? Number.NaN),
  );
  const numbers = [...bare.matchAll(/(?<![\w.])\d[\d.]*(?:e\d+)?(?![\w.])/g)].map(([value]) => Number(value));
  return distinct([...durations, ...numbers]);
}

/**
 * The numbers of a sentence of the handbook, durations in seconds. A class of statuses such as 5xx is not a
 * number.
 */
function numbersOfSentence(text: string): number[] {
  return distinct(
    [...text.matchAll(/\b(\d+(?:\.\d+)?)(?: ?(%|GB|second|minute|hour))?(?!\w*x)/g)].map(
      // Rounded: 5 * 0.01 is not exactly 0.05.
      ([, count, unit]) =>
        Number((Number(count) * (unit === undefined ? 1 : (UNITS[unit] ?? Number.NaN))).toPrecision(12)),
    ),
  );
}

function distinct(values: number[]): number[] {
  return [...new Set(values.filter((value) => value !== 0))].toSorted((a, b) => a - b);
}

describe('the table of alerts in docs/observability.md', () => {
  it('lists the rules of alerts.yml in the same order', () => {
    expect([...conditions.keys()]).toEqual(rules.map(({ alert }) => alert));
  });

  it.each(rules)('states the severity and the numbers of $alert', (rule) => {
    const { severity, text = '' } = conditions.get(rule.alert) ?? {};
    expect({ severity, numbers: numbersOfSentence(text) }).toEqual({
      severity: rule.labels.severity,
      numbers: numbersOfRule(rule),
    });
  });
});

describe('the table of metrics in docs/observability.md', () => {
  it.each(metrics)('names the alerts that query $name', ({ name, alerts }) => {
    const series = new Set([name, `${name}_count`, `${name}_bucket`]);
    const querying = rules.filter(({ expr }) =>
      readQuery(expr).metrics.some((metric) => series.has(metric.name)),
    );
    expect(alerts).toEqual(querying.map(({ alert }) => alert));
  });

  it('lists only metrics that the dashboard shows', () => {
    const dashboard = readFileSync(resolve(folder, 'dashboard.json'), 'utf8');
    const isShown = (name: string) => new RegExp(`\\b${name}(?:_count|_bucket)?\\b`).test(dashboard);
    expect(metrics.map(({ name }) => name).filter((name) => !isShown(name))).toEqual([]);
  });
});
