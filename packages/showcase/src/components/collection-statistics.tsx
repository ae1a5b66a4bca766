import { HEX } from '../screens/kit-filter-options.ts';
import type { ItemQuery, Statistics } from '../types.ts';
import { BarChart, type ChartRow } from './bar-chart.tsx';
import { ITEM_TYPE_WORDS } from './item-words.ts';
import { MonthChart } from './month-chart.tsx';

/** How many values a chart shows of those that have no natural end. */
const ROWS_MAX = 8;

interface StatisticsProps {
  statistics: Statistics;
  /** The address of the screen with the items, to which a filter is added. */
  items: string;
}

/** The statistics of a collection: a few numbers, then charts whose bars lead to the items behind them. */
export function CollectionStatistics({ statistics, items }: StatisticsProps) {
  const { total_items, signed, with_photos, average_condition, drafts } = statistics;
  return (
    <section aria-label="Statistics" className="statistics">
      <dl className="numbers">
        <Figure name="Items" value={total_items} />
        <Figure name="With photos" value={with_photos} />
        <Figure name="Signed" value={signed} />
        {average_condition !== null && <Figure name="Condition" value={`${average_condition} / 10`} />}
        {drafts !== undefined && drafts > 0 && <Figure name="Drafts" value={drafts} />}
      </dl>
      <div className="charts">
        <MonthChart
          title="Added by month"
          rows={statistics.by_month.map((month) => ({ ...month, to: toItems(items, 'added_in', month.id) }))}
        />
        {listCharts(statistics).map(([title, filter, counts]) => (
          <BarChart key={title} title={title} rows={toRows(items, filter, counts)} />
        ))}
      </div>
    </section>
  );
}

type Chart = readonly [title: string, filter: keyof ItemQuery, counts: readonly Count[]];

function listCharts(statistics: Statistics): Chart[] {
  const most = <T,>(counts: readonly T[]) => counts.slice(0, ROWS_MAX);
  const { by_type, by_club, by_season, by_brand, by_country, by_color } = statistics;
  const { by_design, by_decade, by_condition } = statistics;
  return [
    ['Types', 'item_type', by_type.map((type) => ({ ...type, name: ITEM_TYPE_WORDS[type.id] }))],
    ['Clubs', 'club', most(by_club)],
    ['Seasons', 'season', most(by_season).toSorted(byName)],
    ['Brands', 'brand', most(by_brand)],
    ['Countries', 'origin', most(by_country)],
    ['Colours', 'main_color', most(by_color)],
    ['Designs', 'design', most(by_design)],
    ['Decades', 'decade', by_decade.toSorted((a, b) => a.id - b.id)],
    ['Condition', 'condition', by_condition.toSorted((a, b) => b.id - a.id)],
  ];
}

interface Count {
  id: number | string | null;
  name: string | null;
  count: number;
}

function toRows(items: string, filter: keyof ItemQuery, counts: readonly Count[]): ChartRow[] {
  return counts.map(({ id, name, count }) => ({
    name,
    count,
    colour: filter === 'main_color' ? HEX[name ?? ''] : undefined,
    // Names that the catalogue lacks have no id; the search looks at those of clubs and brands.
    to: id === null ? name && toItems(items, 'search', name) : toItems(items, filter, id),
  }));
}

function toItems(items: string, filter: keyof ItemQuery, value: number | string): string {
  return `${items}?${new URLSearchParams({ [filter]: String(value) })}`;
}

function byName(a: Count, b: Count): number {
  return (a.name ?? '').localeCompare(b.name ?? '');
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
